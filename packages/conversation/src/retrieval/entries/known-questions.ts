import { withoutOpening } from '../language/segments.ts';
import { hasSubject, normalise, toWords } from '../language/words.ts';
import type { KnowledgeEntry } from './knowledge-schema.ts';

/**
 * Tells whether words are a whole question of the entries, word for word but for synonyms. A beginning of a longer one
 * is not: “is it safe” may go on “for students”.
 */
export function createKnownQuestions(
  entries: readonly KnowledgeEntry[],
): (text: string) => boolean {
  const phrasings = entries.flatMap(({ questions }) => questions.map(normalise));
  const whole = new Set(phrasings.map(conceptsOf));
  const begun = new Set(phrasings.flatMap(beginnings));
  return (text) => {
    const asked = normalise(withoutOpening(text));
    const concepts = conceptsOf(asked);
    return concepts !== '' && whole.has(concepts) && !begun.has(asked);
  };
}

/** Every word as what it stands for; empty where none has a subject. */
function conceptsOf(plain: string): string {
  const words = toWords(plain);
  return words.some(hasSubject) ? words.map(({ concept }) => concept).join(' ') : '';
}

function beginnings(phrase: string): string[] {
  const words = phrase.split(' ');
  return words.slice(1).map((_, index) => words.slice(0, index + 1).join(' '));
}
