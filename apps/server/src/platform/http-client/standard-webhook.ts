import { createHmac } from 'node:crypto';

/** What the Standard Webhooks specification has a receiver read. */
export const STANDARD_HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;

export interface StandardMessage {
  /** Of this message; the same on every attempt. */
  readonly id: string;
  readonly body: string;
  /** Epoch ms. */
  readonly now: number;
}

/** The headers of Standard Webhooks: HMAC-SHA256 over id, seconds and body, with dots between them. */
export function standardHeaders(
  secret: string,
  { id, body, now }: StandardMessage,
): Record<(typeof STANDARD_HEADERS)[number], string> {
  const seconds = String(Math.floor(now / 1_000));
  const digest = createHmac('sha256', keyOf(secret)).update(`${id}.${seconds}.${body}`);
  return {
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': `v1,${digest.digest('base64')}`,
  };
}

/** The same key in the one spelling that libraries of Standard Webhooks read. */
export const standardSecret = (secret: string): string =>
  `${PREFIX}${keyOf(secret).toString('base64')}`;

const PREFIX = 'whsec_';

/** What follows `whsec_`, where it is base64 of either alphabet; otherwise the bytes of the whole secret. */
function keyOf(secret: string): Buffer {
  const [, encoded] = /^whsec_([\w+/-]+={0,2})$/.exec(secret) ?? [];
  return encoded === undefined ? Buffer.from(secret) : Buffer.from(encoded, 'base64');
}
