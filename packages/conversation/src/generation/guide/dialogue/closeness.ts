import { toSentences } from '../../../retrieval/language/sentences.ts';
import { contentOf } from '../../../retrieval/language/words.ts';
import { holdsType, wantedType } from '../../../retrieval/passages/answer-type.ts';

/** Share of the words of two turns that are alike where the second asks what the first did. */
const SAME_QUESTION = 0.7;

export function asksTheSame(turn: string, last: string): boolean {
  const [said, before] = [contentOf(turn), contentOf(last)];
  const shared = [...said].filter((concept) => before.has(concept)).length;
  return shared > 0 && shared >= SAME_QUESTION * Math.max(said.size, before.size);
}

export function closestSentence(text: string, turn: string): string {
  const sentences = toSentences(text);
  const worths = sentences.map((sentence) => worthOf(sentence, turn));
  return sentences[worths.indexOf(Math.max(...worths))] ?? text;
}

/** Of the sentence of a text that comes closest to what was asked. */
export function closeness(text: string, turn: string): number {
  return Math.max(0, ...toSentences(text).map((sentence) => worthOf(sentence, turn)));
}

/** Words that it shares with a question, and whether it can hold what is asked for: a time, a sum, a place. */
function worthOf(sentence: string, turn: string): number {
  const said = contentOf(turn);
  const shared = [...contentOf(sentence)].filter((concept) => said.has(concept)).length;
  const type = wantedType(turn);
  return shared + (type === null ? 0 : holdsType(type, sentence));
}
