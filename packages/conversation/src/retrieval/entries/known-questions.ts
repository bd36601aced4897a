import { withoutOpening } from '../language/segments.ts';
import { hasSubject, normalise, toWords } from '../language/words.ts';
import type { KnowledgeEntry } from './knowledge-schema.ts';

/**
 * Tells whether words are a whole question of the entries, whatever the order and the grammar. A beginning of a longer
 * one is not: “is it safe” may go on “for students”.
 */
export function createKnownQuestions(
  entries: readonly KnowledgeEntry[],
): (text: string) => boolean {
  const phrasings = entries.flatMap(({ questions }) => questions.map(normalise));
  const whole = new Set(phrasings.map(subjectOf));
  const begun = new Set(phrasings.flatMap(beginnings));
  return (text) => {
    const asked = normalise(withoutOpening(text));
    const subject = subjectOf(asked);
    return subject !== '' && whole.has(subject) && !begun.has(asked);
  };
}

function subjectOf(plain: string): string {
  const concepts = toWords(plain)
    .filter(hasSubject)
    .map((word) => word.concept);
  return [...new Set(concepts)].sort().join(' ');
}

function beginnings(phrase: string): string[] {
  const words = phrase.split(' ');
  return words.slice(1).map((_, index) => words.slice(0, index + 1).join(' '));
}
