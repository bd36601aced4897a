import { normalise } from '../../../retrieval/language/words.ts';

const SLURRED: readonly (readonly [RegExp, string])[] = [
  [/\b(gonna|gunna)\b/g, 'going to'],
  [/^kk?\b/, 'ok'],
  [/\bwanna\b/g, 'want to'],
  [/\bgotta\b/g, 'got to'],
  [/\bwont\b/g, 'will not'],
  [/\bcannot\b/g, 'can not'],
  [/\bdont\b/g, 'do not'],
  [/\bim\b/g, 'i am'],
  [/\bur\b/g, 'you are'],
];

/** What was said, without marks, contractions and slurs. */
export function plainWords(turn: string): string {
  let plain = normalise(turn);
  for (const [slur, words] of SLURRED) plain = plain.replace(slur, words);
  return plain;
}
