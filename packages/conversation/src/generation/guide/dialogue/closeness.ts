import { toSentences } from '../../../retrieval/language/sentences.ts';
import { contentOf } from '../../../retrieval/language/words.ts';
import { holdsType, wantedType } from '../../../retrieval/passages/answer-type.ts';

/** Share of the words of two turns that are alike where the second asks what the first did. */
const SAME_QUESTION = 0.7;

/** Of sentences that share as many words with such a question, one that says yes or no comes closer. */
const SETTLING = 0.5;
const YES_OR_NO =
  /^(?:\w+,? ){0,3}(?:does|do|did|is|are|can|could|will|would|has|have)(?:n['’]?t)? \w|\b(?:is|are) (?:that|it) (?:right|so|correct)\b|\byes or no\b|\b(?:nobody|no one|nothing|never)\b/i;
const SETTLES = /^(?:yes|no)\b|\b(?:no|not|nobody|never|cannot)\b/i;

export function asksTheSame(turn: string, last: string): boolean {
  const { shared, most } = compare(turn, last);
  return shared > 0 && shared >= SAME_QUESTION * most;
}

/** Share of the words of the shorter of two sentences that are alike where they say the same, and words that it needs. */
const SAME_GIST = 0.7;
const MIN_GIST = 3;

/** Whether the shorter of two sentences says nothing that the longer does not. */
export function saysAsMuch(left: string, right: string): boolean {
  const { shared, fewest } = compare(left, right);
  return fewest >= MIN_GIST && shared >= SAME_GIST * fewest;
}

function compare(left: string, right: string) {
  const [said, other] = [contentOf(left), contentOf(right)];
  const shared = [...said].filter((concept) => other.has(concept)).length;
  return {
    shared,
    fewest: Math.min(said.size, other.size),
    most: Math.max(said.size, other.size),
  };
}

/** Of several that come as close, the one that says most. */
export function closestSentence(text: string, turn: string): string {
  const sentences = toSentences(text).sort((left, right) => right.length - left.length);
  const worths = sentences.map((sentence) => worthOf(sentence, turn));
  return sentences[worths.indexOf(Math.max(...worths))] ?? text;
}

/** Of the sentence of a text that comes closest to what was asked. */
export function closeness(text: string, turn: string): number {
  return Math.max(0, ...toSentences(text).map((sentence) => worthOf(sentence, turn)));
}

/** Words that it shares with a question, and whether it can hold what is asked for: a time, a sum, a place. */
function worthOf(sentence: string, turn: string): number {
  const { shared } = compare(sentence, turn);
  const type = wantedType(turn);
  const settles = YES_OR_NO.test(turn) && SETTLES.test(sentence) ? SETTLING : 0;
  return shared + settles + (type === null ? 0 : holdsType(type, sentence));
}
