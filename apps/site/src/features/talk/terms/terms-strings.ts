import type { TalkTerms } from '@kindling/protocol/talk';
import { longestCall, NO_MOOD } from '../../call/notice/notice-strings.ts';

/** The notice shown before the microphone is requested, line by line. */
export function termsStrings({ notice, maxDurationSeconds }: TalkTerms): string[] {
  return [...notice, NO_MOOD, longestCall(maxDurationSeconds)];
}
