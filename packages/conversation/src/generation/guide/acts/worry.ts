import { plainWords } from './plain-words.ts';

const SOME = '(?:(?:a bit|a little|kind of|sort of|\\w+) ){0,2}';
const WORRIES = [
  `\\b(?:i|we) (?:(?:am|are|was|were|do|get|got|just|really|also|still) )?${SOME}(?:worry|worried|anxious|nervous|uneasy|concerned|skeptical|sceptical|scared)\\b(?! that (?:is|was) (?:good|great))`,
  // “I am afraid I do not know” is only polite.
  `\\b(?:i|we) (?:am|are) ${SOME}afraid (?:of|for|about|they|he|she|the|my|our|some\\w*)\\b`,
  '\\b(?:worries|scares|bothers|frightens|concerns|troubles) (?:me|us)\\b',
  '\\b(?:makes|made|making) (?:me|us) (?:\\w+ ){0,2}(?:nervous|uneasy|anxious|worried|uncomfortable)\\b',
  '\\b(?:my|our) (?:\\w+ )?(?:worry|concern|fear) (?:is|was)\\b',
  '\\bthat is on me\\b',
];
const WORRY = new RegExp(WORRIES.join('|'));
/** “When a student says I am worried”, “if he chose that he is nervous”: of others; “I am not worried”. */
const OF_OTHERS =
  /\b(?:says?|said|types?|typed|writes?|wrote|picks?|chooses?|chose|clicks?|taps?|puts?|feels?) (?:that )?(?:i|we) (?:am|are)\b|\b(?:not|never) (?:\w+ )?(?:worry|worried|afraid|nervous|scared|concerned)\b/;

/** Whether the caller says what worries them, beside whatever else they say. */
export function voicesWorry(turn: string): boolean {
  const plain = plainWords(turn);
  return WORRY.test(plain) && !OF_OTHERS.test(plain);
}
