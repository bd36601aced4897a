import { asksSomething } from '../../../retrieval/language/segments.ts';
import { plainWords } from './plain-words.ts';

const SOUNDS =
  '(?:(?:um|uh|oh|ok|okay|so|and|but|wait|sorry|hang on|hold on|well|yes|yeah|no|right|just|please|actually|can you|could you|let us|can we|could we) )*';
const THING = '(?:the|that|this) (?:\\w+ )?(?:thing|bit|part|point|answer|stuff)';
const SAID =
  '(?:you (?:just )?(?:said|mentioned|told me|were saying)(?: before| earlier)?|from (?:before|earlier))';
/** Behind more words, something else is asked. */
const MAX_SUBJECT_WORDS = 5;
const RECALLS = [
  `(?:what|how) (?:was|is) (?:that|it|${THING})(?: again)?(?: ${SAID})? (?:about|on)`,
  `what (?:was|is) it ${SAID} about`,
  '(?:what|how) (?:did|have|were) you (?:just )?(?:say|said|tell me|saying)(?: again| just now| before| earlier)* about',
  `(?:repeat|say|tell me|go over|explain) (?:again )?(?:what ${SAID}|(?:that|it)(?: again)?|${THING}(?: ${SAID})?) about`,
  `remind me (?:again )?(?:about|of|what ${SAID} about)`,
  `(?:go|get|come) back to (?:(?:what ${SAID}|${THING}(?: ${SAID})?)(?: about)?)?`,
];
const RECALL = new RegExp(
  `^${SOUNDS}(?:${RECALLS.join('|')}) ?(?<subject>.+?)(?: (?:again|please|once more|one more time|earlier|before|then|sorry))*$`,
);

/**
 * What was talked of before and is asked for again, by the last thing that the turn asks: “what was that again about
 * the bug”. Null: nothing of it is, as in “let us go back to the demo, can colleagues join it”.
 */
export function readRecall(turn: string): string | null {
  for (const part of [turn, ...turn.split(/(?<=[.!?;,])\s+/).toReversed()]) {
    const subject = RECALL.exec(plainWords(part))?.groups?.subject;
    if (subject !== undefined && subject.split(' ').length <= MAX_SUBJECT_WORDS) return subject;
    if (part !== turn && asksSomething(part)) return null;
  }
  return null;
}
