import { createHmac } from 'node:crypto';
import type { HmacPlan } from '@kindling/protocol';

export interface SignedRequest {
  readonly method: string;
  readonly url: string;
  readonly body: string;
  /** Of this message; the same on every attempt. */
  readonly messageId: string;
  /** Epoch ms. */
  readonly now: number;
}

/** The headers that prove to the organisation's server that a request is ours, as its webhook credential requires. */
export function signWithPlan(plan: HmacPlan, request: SignedRequest): Record<string, string> {
  const timestamp = String(Math.floor(request.now / 1_000));
  const withTimestamp = plan.includeTimestamp !== false;
  const format = plan.payloadFormat ?? (withTimestamp ? '{timestamp}.{body}' : '{body}');
  const parts: Readonly<Record<string, string>> = {
    '{body}': request.body,
    '{timestamp}': timestamp,
    '{method}': request.method,
    '{url}': request.url,
    '{svix-id}': request.messageId,
  };
  // One pass: what stands in the body is never taken for a placeholder.
  const payload = format.replaceAll(
    /\{(?:body|timestamp|method|url|svix-id)\}/g,
    (name) => parts[name] ?? name,
  );
  const key = plan.secretIsBase64 === true ? Buffer.from(plan.secretKey, 'base64') : plan.secretKey;
  const signature = createHmac(plan.algorithm, key)
    .update(payload)
    .digest(plan.signatureEncoding ?? 'hex');
  return {
    [plan.signatureHeader ?? 'x-signature']: `${plan.signaturePrefix ?? ''}${signature}`,
    ...(withTimestamp && { [plan.timestampHeader ?? 'x-timestamp']: timestamp }),
    ...(plan.messageIdHeader !== undefined && { [plan.messageIdHeader]: request.messageId }),
  };
}
