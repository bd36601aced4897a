import type { NoticeAcceptance } from '@kindling/protocol';
import { badField } from './bad-field.ts';

/** How far the clock of a visitor may be ahead of the server's, ms: a wrong one is no reason to refuse a call. */
const CLOCK_TOLERANCE = 86_400_000;

/** Throws `bad_request` where the notice would be accepted in times to come. */
export function checkNoticeAcceptance(
  acceptance: NoticeAcceptance | null | undefined,
  now: number,
): void {
  if (!acceptance || Date.parse(acceptance.acceptedAt) <= now + CLOCK_TOLERANCE) return;
  throw badField(
    'noticeAcceptance.acceptedAt',
    'must not lie in the future: give the time at which the notice was accepted.',
  );
}
