import { beforeEach, describe, expect, it } from 'vitest';
import { createManualClock } from '../../../testing/server/manual-clock.ts';
import type { HttpRequest } from '../../platform/http-client/http-out.ts';
import { createProveToServer } from './server-proof.ts';

const hmac = { type: 'hmac', secretKey: 'secret', algorithm: 'sha256' };
const oauth2 = {
  ...{ type: 'oauth2', url: 'https://login.example/token', clientId: 'me' },
  clientSecret: 'hush',
  scope: 'hooks',
};

describe('what proves a request to a customer’s server', () => {
  let asked: HttpRequest[] = [];
  let text = '{"access_token":"t1","expires_in":600}';
  beforeEach(() => {
    asked = [];
    text = '{"access_token":"t1","expires_in":600}';
  });
  const clock = createManualClock();
  const open = (fields: object, provider: 'webhook' | 'openai' = 'webhook') => {
    const prove = createProveToServer({
      clock,
      credentials: {
        open: async (orgId, id) =>
          orgId === 'org' ? { id, provider, fields: { ...fields } } : null,
      },
      http: {
        async send(request) {
          asked.push(request);
          return { status: 200, headers: {}, text };
        },
      },
    });
    return (orgId = 'org') =>
      prove(
        { orgId, credentialId: 'id', signal: new AbortController().signal },
        { method: 'POST', url: 'https://school.example', body: '{}', messageId: 'm' },
      );
  };

  it('is a signature', async () => {
    const proof = await open({ authenticationPlan: hmac })();
    expect(proof['x-signature']).toMatch(/^[0-9a-f]{64}$/);
    expect(asked).toEqual([]);
  });

  it('is a token that is asked for once, and again before it ends', async () => {
    const prove = open({ authenticationPlan: oauth2 });
    expect(await prove()).toEqual({ authorization: 'Bearer t1' });
    expect(Object.fromEntries(new URLSearchParams(String(asked[0]?.body)))).toEqual({
      grant_type: 'client_credentials',
      client_id: 'me',
      client_secret: 'hush',
      scope: 'hooks',
    });
    text = '{"access_token":"t2","expires_in":600}';
    clock.advance(569_000);
    expect(await prove()).toEqual({ authorization: 'Bearer t1' });
    clock.advance(2_000);
    expect(await prove()).toEqual({ authorization: 'Bearer t2' });
    expect(asked).toHaveLength(2);
  });

  it('is refused where there is none, and never tried again', async () => {
    const refusal = { code: 'no_access', retryable: false };
    await expect(open({ authenticationPlan: hmac })('other')).rejects.toMatchObject(refusal);
    await expect(open({ apiKey: 'k' }, 'openai')()).rejects.toMatchObject(refusal);
    text = '{"error":"invalid_client"}';
    await expect(open({ authenticationPlan: oauth2 })()).rejects.toMatchObject(refusal);
  });
});
