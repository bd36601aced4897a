import { OTHER_OPENINGS } from './phrases.ts';

/** Whether a sentence of a reply names what else may have been meant. */
export function namesOther(sentence: string): boolean {
  return OTHER_OPENINGS.some((opening) => sentence.startsWith(opening));
}

/** The sentences of a reply before what else may have been meant, of which what is known stands behind its name. */
export function beforeOther(sentences: readonly string[]): readonly string[] {
  const other = sentences.findIndex(namesOther);
  return other === -1 ? sentences : sentences.slice(0, other);
}
