import { formatDuration } from '../../../ui/text/format-duration.ts';
import type { CallTerms } from './notice-store.ts';

/** Language of the notice. */
export const NOTICE_LANGUAGE = 'en';

export const NO_MOOD = 'Your voice is never used to guess your mood.';
const FOR_ADULTS = 'This is for adults: school staff and parents.';

/** Used when the server sent no notice: then there is no call either. */
const HEARD = 'Your voice is turned into text on this server.';

/** The first line of every notice. */
export function isAnAi(assistantName: string): string {
  return `${assistantName} is an AI, not a person`;
}

/** How long a call may last, as a sentence. */
export function longestCall(maxDurationSeconds: number | undefined): string {
  if (maxDurationSeconds === undefined) return 'A call has a time limit.';
  return `A call lasts at most ${formatDuration(maxDurationSeconds * 1000)}.`;
}

/** All lines of the site's notice, in order. */
export function noticeLines(terms: CallTerms): readonly [title: string, ...string[]] {
  const { assistantName = 'The agent', maxDurationSeconds, notice = [HEARD] } = terms;
  const last = `${FOR_ADULTS} ${longestCall(maxDurationSeconds)}`;
  return [isAnAi(assistantName), ...notice, NO_MOOD, last];
}
