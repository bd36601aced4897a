import { hasSubject, toWords, type Word } from '../language/words.ts';

/** What a word says about which question it is from: grammar little, but “who sees” is not “how is it seen”. */
const WORTH: Readonly<Record<Word['role'], number>> = {
  content: 1,
  light: 0.7,
  question: 0.35,
  stop: 0.15,
};
/** The word itself, beside the one that stands for its synonyms. */
const STEM_SHARE = 0.4;
const PAIR_SHARE = 0.5;
const LEAST_PAIR = 0.4;
/** Two subjects, whatever stands between them. */
const SUBJECT_PAIR = 0.3;
const PAIR = ' ';
const SUBJECT_MARK = '_';
const STEM_MARK = '=';

/** What an example is compared by: words, word pairs and pairs of subjects, each with its worth. */
export function exampleTerms(text: string): Map<string, number> {
  const words = toWords(text);
  const terms = new Map<string, number>();
  const add = (term: string, worth: number) =>
    terms.set(term, Math.max(terms.get(term) ?? 0, worth));
  for (const { concept, stem, role } of words) {
    add(concept, WORTH[role]);
    if (stem !== concept) add(STEM_MARK + stem, STEM_SHARE * WORTH[role]);
  }
  for (const [left, right] of neighbours(words)) {
    const worth = Math.sqrt(WORTH[left.role] * WORTH[right.role]);
    add(left.concept + PAIR + right.concept, PAIR_SHARE * Math.max(LEAST_PAIR, worth));
  }
  for (const [left, right] of neighbours(words.filter(hasSubject)))
    add(left.concept + SUBJECT_MARK + right.concept, SUBJECT_PAIR);
  return terms;
}

/** Whether a term is a word by its concept. */
export function isConcept(term: string): boolean {
  return !term.includes(PAIR) && !term.includes(SUBJECT_MARK) && !term.startsWith(STEM_MARK);
}

function neighbours(words: readonly Word[]): (readonly [Word, Word])[] {
  return words.flatMap((left, index) => {
    const right = words[index + 1];
    return right === undefined ? [] : [[left, right] as const];
  });
}
