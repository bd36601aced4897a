import { createHmac } from 'node:crypto';
import type { HmacPlan } from '@kindling/protocol';
import { describe, expect, it } from 'vitest';
import { signWithPlan } from './sign-with-plan.ts';

const request = {
  ...{ method: 'POST', url: 'https://school.example/hook', messageId: 'msg-1' },
  body: '{"said":"{timestamp} $& {method}"}',
  now: 1_700_000_000_000,
};
const plan = { type: 'hmac', secretKey: 'secret', algorithm: 'sha256' } as const;
const hmac = (text: string, key: string | Buffer = 'secret') =>
  createHmac('sha256', key).update(text);

describe('signatures of a webhook credential', () => {
  it('cover time and body by default', () => {
    expect(signWithPlan(plan, request)).toEqual({
      'x-signature': hmac(`1700000000.${request.body}`).digest('hex'),
      'x-timestamp': '1700000000',
    });
  });

  it('leave the time out', () => {
    expect(signWithPlan({ ...plan, includeTimestamp: false }, request)).toEqual({
      'x-signature': hmac(request.body).digest('hex'),
    });
  });

  it('take another form, name, code and secret', () => {
    const svix: HmacPlan = {
      ...plan,
      secretKey: Buffer.from('raw').toString('base64'),
      secretIsBase64: true,
      signatureHeader: 'svix-signature',
      timestampHeader: 'svix-timestamp',
      messageIdHeader: 'svix-id',
      signaturePrefix: 'v1,',
      signatureEncoding: 'base64',
      payloadFormat: '{svix-id}.{timestamp}.{body}',
    };
    const text = `msg-1.1700000000.${request.body}`;
    expect(signWithPlan(svix, request)).toEqual({
      'svix-signature': `v1,${hmac(text, Buffer.from('raw')).digest('base64')}`,
      'svix-timestamp': '1700000000',
      'svix-id': 'msg-1',
    });
  });
});
