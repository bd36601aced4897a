import type { NoticeAcceptance } from '@kindling/protocol';

/**
 * The acceptance as it is kept. Nobody accepts a notice after they asked for the conversation: a time ahead of
 * the server's clock comes from a clock that is fast, which is no reason to refuse a call, and becomes `now`.
 */
export function storedAcceptance(
  acceptance: NoticeAcceptance | null | undefined,
  now: number,
): NoticeAcceptance | null {
  if (!acceptance) return null;
  if (Date.parse(acceptance.acceptedAt) <= now) return acceptance;
  return { ...acceptance, acceptedAt: new Date(now).toISOString() };
}
