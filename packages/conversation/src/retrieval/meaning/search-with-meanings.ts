import type { KnownMeanings } from './known-meanings.ts';

/** Looking up one thing leads to another: a turn, its parts, the subject filled in, the subject's name. */
const MAX_PASSES = 4;

/** Searches anew while meanings are missing that can be had; an encoder that fails leaves what the words say. */
export async function searchWithMeanings<Found>(
  search: () => Found,
  meanings: KnownMeanings | null,
): Promise<Found> {
  for (let pass = 1; ; pass += 1) {
    const found = search();
    const missed = meanings?.takeMissed() ?? [];
    if (meanings === null || missed.length === 0 || pass === MAX_PASSES) return found;
    try {
      await meanings.ask(missed);
    } catch {
      return found;
    }
  }
}

/** What was learned, once it is there; null until then, and where learning fails. */
export function noteMeanings(
  meanings: Promise<KnownMeanings> | undefined,
): () => KnownMeanings | null {
  let learned: KnownMeanings | null = null;
  meanings?.then(
    (found) => {
      learned = found;
    },
    () => undefined,
  );
  return () => learned;
}
