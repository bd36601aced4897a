import type { Vocabulary } from './beam-search.ts';

/** Parts of words, digits and marks; the recogniser knows other scripts, too, and pieces of programs. */
const ENGLISH = /^▁?(?:[A-Za-z]*|[\d.,?!:;'%$&-]+)$/;

/** The tokens of which English texts are written, by their numbers in `vocabulary`. @param end the token that ends a text */
export function findEnglish(vocabulary: readonly string[], end: number): Vocabulary {
  const tokens = vocabulary.flatMap((text, token) =>
    token === end || (text !== '' && ENGLISH.test(text)) ? [token] : [],
  );
  return { tokens, end: tokens.indexOf(end) };
}
