import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { standardHeaders, standardSecret } from './standard-webhook.ts';
import { createWebhookSecrets } from './webhook-secrets.ts';

const NOW = Date.UTC(2026, 10, 23, 12);
const BODY = '{"message":{"type":"hang","who":"Zoë"}}';
const message = { id: 'msg-1', body: BODY, now: NOW };
const BASE64 = `whsec_${Buffer.alloc(24, 0xfb).toString('base64')}`;

// The library compares with the time of the machine.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW }));
afterEach(() => void vi.useRealTimers());

describe('the headers of Standard Webhooks', () => {
  it.each([
    ['in base64', BASE64, new Webhook(BASE64)],
    [
      'in the alphabet for addresses',
      BASE64.replaceAll('+', '-').replaceAll('/', '_'),
      new Webhook(BASE64),
    ],
    ['of other words', 'correct horse', new Webhook('correct horse', { format: 'raw' })],
    ['of other words, as it is read', 'a secret', new Webhook(standardSecret('a secret'))],
  ])('are taken by the published library with a secret %s', (_, secret, receiver) => {
    const headers = standardHeaders(secret, message);
    expect(receiver.verify(BODY, headers)).toMatchObject({ message: { type: 'hang' } });
    expect(() => receiver.verify(`${BODY} `, headers)).toThrow('No matching signature');
    const another = standardHeaders(`${secret.slice(0, -4)}AAAA`, message);
    expect(() => receiver.verify(BODY, another)).toThrow('No matching signature');
  });

  it.each(['a', 'b', 'c'])('are taken with the secret of an organisation (%s)', (org) => {
    const secret = createWebhookSecrets(Buffer.alloc(32, 1)).of(org);
    const receiver = new Webhook(standardSecret(secret));
    expect(receiver.verify(BODY, standardHeaders(secret, message))).toBeDefined();
  });

  it('are refused when they are old', () => {
    const headers = standardHeaders(BASE64, { ...message, now: NOW - 600_000 });
    expect(() => new Webhook(BASE64).verify(BODY, headers)).toThrow('too old');
  });
});
