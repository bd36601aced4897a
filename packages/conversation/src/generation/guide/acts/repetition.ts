import { plainWords } from './plain-words.ts';

/** “You told me that already”, “you keep repeating yourself”, “you say same thing again”, “you have just done it again”. */
export const BLAMES_REPETITION = new RegExp(
  [
    'you (?:have |just |already |only |actually ){0,3}(?:said|told (?:me|us)) (?:that|this|it)(?: about (?:\\w+ ){1,3}?)?\\s?(?:already|before|twice|again)',
    'you (?:have )?already (?:said|told)',
    '(?:said|told me) that (?:already|before)',
    'you (?:have )?(?:just )?(?:done|did|said) (?:it|that) again',
    '(?<!\\b(?:can|could|would|will|please) (?:you )?)repeat(?:ing)? yourself',
    'you (?:keep|are) (?:just |only )?repeating',
    'you (?:are )?(?:just |only |keep )?(?:say|said|saying|tell|told|telling|giving|gave)(?: me| us)? (?:the )?(?:exact )?same (?:thing|answer|sentence|words?)',
    'word for word',
  ]
    .map((pattern) => `\\b${pattern}\\b`)
    .join('|'),
);

/** Whether the caller complains that something was said before. */
export function blamesRepetition(turn: string): boolean {
  return BLAMES_REPETITION.test(plainWords(turn));
}
