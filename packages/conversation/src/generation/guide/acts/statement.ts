import { ROLE } from './audience.ts';
import { type Clause, ENDS_AT_MARK } from './clauses.ts';
import { ASKING_VERBS } from './fragment.ts';

/** “… which I love”, “which is frankly rude”: said of what was named just before. */
const RELATIVE =
  /^(?:which (?:i|we|they|you|he|she|it) |which (?:is|was) (?:(?:kind|kinda|why|what|fine|great|annoying|nice|good|hilarious|silly|rude|really|very|a|an|the|not|so|where|how)\b|\w+ly \w+$))/;
/** “… kids | who can read” */
const OF_WHOM =
  /^who(?:['’](?:s|re) (?:supposed|meant|been|just|always|very|really|not|new|an?|off)| (?:can|could|are|is|have|has|do|don'?t|will|won'?t|would|need|use))\b/i;
const OF_PEOPLE = new RegExp(
  `\\b(?:kids?|children|child|people|ones?|those|someone|somebody|anyone|anybody|everyone|staff|boy|girl|son|daughter|class|man|woman|lady|folks|families|${ROLE})$`,
  'i',
);
/** “My colleague | did the demo with you” */
const SUBJECT =
  /^(?:(?:so|and|but|well|because) )*(?:my|our|the|his|her|their|one of (?:my|our|the)) \w+(?: \w+)?$/i;
/** Not “the tutor, can it do maths”. */
const VERB = new RegExp(
  `^(?:${ASKING_VERBS})\\s(?!(?:i|we|you|they|it|he|she|that|this|there)\\b)`,
  'i',
);
/** “… the new law and how schools are going to be caught”: the verb stands behind who does it. */
const DECLARED =
  /^(?:and|or) (?:(?:what|where|how|when|why) (?!(?:about|if)\b)|whether (?=(?:that|it|this)\b))(?:(?:the|my|our|your|their|his|her|some|all|those|these) )?(?!(?:is|are|was|were|do|does|did|can|could|will|would|should|must|has|have|had)\b)\w+(?:['’]s| (?:is|are|was|were|has|have|had|can|could|will|would|should|must))\b/i;

interface Said {
  readonly said: string;
  readonly asks: boolean;
}

/** Whether a clause, though it begins like a question, only says more of what was stated just before it. */
export function continuesStatement({ said, plain }: Clause, before: Said): boolean {
  if (RELATIVE.test(plain) || (OF_WHOM.test(said) && OF_PEOPLE.test(before.said))) return true;
  if (SUBJECT.test(before.said) && VERB.test(said)) return !before.asks;
  return isStatement(said, before);
}

/** The same of a clause that is joined to it by “and” or “or”. */
export function isStatement(said: string, before: Said): boolean {
  if (before.asks || ENDS_AT_MARK.test(before.said)) return false;
  return DECLARED.test(said) && !said.endsWith('?');
}
