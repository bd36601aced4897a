import { createHmac, timingSafeEqual } from 'node:crypto';

export const SIGNATURE_HEADER = 'x-kindling-signature';

/** `t=<seconds>,v1=<hex>`: HMAC-SHA256 over the seconds, a dot and the body. */
export function signBody(secret: string, body: string, now: number): string {
  const seconds = Math.floor(now / 1_000);
  return `t=${seconds},v1=${digest(secret, seconds, body)}`;
}

/** Whether a signature is of this body and not older than `tolerance` ms. For receivers and for what is sent to us. */
export function isSigned(
  secret: string,
  body: string,
  signature: string,
  options: { readonly now: number; readonly tolerance: number },
): boolean {
  const [, seconds, hex] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
  if (seconds === undefined || hex === undefined) return false;
  if (Math.abs(options.now - Number(seconds) * 1_000) > options.tolerance) return false;
  const expected = digest(secret, Number(seconds), body);
  return timingSafeEqual(Buffer.from(hex, 'hex'), Buffer.from(expected, 'hex'));
}

function digest(secret: string, seconds: number, body: string): string {
  return createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
}
