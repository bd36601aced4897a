import type { KnownMeanings } from '../../../retrieval/meaning/known-meanings.ts';

/** Looking up one thing leads to another: a turn, its parts, the subject filled in, the subject's name. */
const MAX_PASSES = 4;

/** Answers anew while meanings are missing that can be had; an encoder that fails leaves what the words say. */
export async function answerWithMeanings<Reply>(
  answer: () => Reply,
  meanings: KnownMeanings | null,
): Promise<Reply> {
  for (let pass = 1; ; pass += 1) {
    const reply = answer();
    const missed = meanings?.takeMissed() ?? [];
    if (meanings === null || missed.length === 0 || pass === MAX_PASSES) return reply;
    try {
      await meanings.ask(missed);
    } catch {
      return reply;
    }
  }
}
