import type { TalkTerms } from '@kindling/protocol/talk';
import { longestCall, NO_MOOD } from '../../call/notice/notice-strings.ts';

/** What a person is told before the microphone is asked for, line by line. */
export function termsStrings({ notice, maxDurationSeconds }: TalkTerms): string[] {
  return [...notice, NO_MOOD, longestCall(maxDurationSeconds)];
}
