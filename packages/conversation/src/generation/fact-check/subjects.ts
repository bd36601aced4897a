import { hasSubject, toWords } from '../../retrieval/language/words.ts';
import { nameKey, readNames } from './names.ts';
import { isNumberWord } from './quantities.ts';

/** So many words of a sentence, and such a share of them, must be found nowhere before it is about something else. */
const STRANGE_WORDS = 3;
const STRANGE_SHARE = 0.6;
/** A sentence with fewer of the small words of English is in another language, of which nothing is known here. */
const SMALL_SHARE = 0.15;

/**
 * Tells whether a sentence is about something that `texts` do not speak of: most of what it is about is in none of
 * them, under any word that means the same. An invented feature is such a sentence, and so is idle talk.
 */
export function createSubjectCheck(texts: readonly string[]): (sentence: string) => boolean {
  let known: ReadonlySet<string> | null = null;
  return (sentence) => {
    const words = toWords(sentence);
    const small = words.filter(({ role }) => role === 'stop').length;
    if (small < SMALL_SHARE * words.length) return false;
    known ??= new Set(texts.flatMap(toWords).map(({ concept }) => concept));
    // Names and numbers are checked by themselves.
    const names = new Set(readNames(sentence).map(nameKey));
    const about = new Set(
      words
        .filter((word) => hasSubject(word) && !names.has(word.stem) && !isNumberWord(word.raw))
        .map(({ concept }) => concept),
    );
    const strange = [...about].filter((concept) => !known?.has(concept)).length;
    return strange >= STRANGE_WORDS && strange >= STRANGE_SHARE * about.size;
  };
}
