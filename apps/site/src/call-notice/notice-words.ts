import { durationWords } from '../after-call/duration-words.ts';

/** How long a call may last, as a sentence. */
export function longestCall(maxDurationSeconds: number | undefined): string {
  if (maxDurationSeconds === undefined) return 'A call has a time limit.';
  return `A call lasts at most ${durationWords(maxDurationSeconds * 1000)}.`;
}
