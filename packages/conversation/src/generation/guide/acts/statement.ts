import { ROLE } from './audience.ts';
import type { Clause } from './clauses.ts';
import { ASKING_VERBS } from './fragment.ts';

/** “… which I love”, “which is frankly rude”: said of what was named just before. */
const RELATIVE =
  /^(?:which (?:i|we|they|you|he|she|it) |which (?:is|was) (?:(?:kind|kinda|why|what|fine|great|annoying|nice|good|hilarious|silly|rude|really|very|a|an|the|not|so|where|how)\b|\w+ly \w+$))/;
/** “… kids | who can read” */
const OF_WHOM =
  /^who(?:['’]s|['’]re| (?:can|could|are|is|have|has|do|don'?t|will|won'?t|would|need|use))\b/i;
const OF_PEOPLE = new RegExp(
  `\\b(?:kids?|children|child|people|ones?|those|someone|somebody|anyone|anybody|everyone|staff|boy|girl|son|daughter|class|man|woman|lady|folks|families|${ROLE})$`,
  'i',
);
/** “My colleague | did the demo with you” */
const SUBJECT =
  /^(?:(?:so|and|but|well|because) )*(?:my|our|the|his|her|their|one of (?:my|our|the)) \w+(?: \w+)?$/i;
const VERB = new RegExp(`^(?:${ASKING_VERBS})\\s`, 'i');
/** “… the new law and how schools are going to be caught”, “… pictures and whether that is art” */
const GOES_ON = /^(?:and|or) (?:what|who|where|how|which|when|why|if|whether)\b/i;
const INVERTED = new RegExp(
  `\\b(?:${ASKING_VERBS})(?:n'?t)? (?:i|we|you|they|it|he|she|there|this|that|the|my|our|your|any\\w*|some\\w*|people|students|teachers|kids|children|parents)\\b|['’]s (?:it|that|this|there|the|your)\\b`,
  'i',
);
const ENDS = /[.,;:?!]$/;

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

/** The same of a clause that is joined by “and”. */
export function isStatement(said: string, before: Said): boolean {
  if (before.asks || ENDS.test(before.said)) return false;
  return GOES_ON.test(said) && !INVERTED.test(said) && !said.endsWith('?');
}
