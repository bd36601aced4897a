import { clauseAsks } from './asks.ts';
import type { Clause } from './clauses.ts';

/** Verbs with which a question may begin. */
export const ASKING_VERBS =
  'is|are|was|were|do|does|did|can|could|will|would|should|must|shall|has|have|had';

export const SENTENCE_END = /[.?!]$/;
/** “… and the cost?” asks for one thing more. */
const BEGINS_ANOTHER =
  /^(?:(?:um+|uh+|oh|so|okay|ok),?\s+)*(?:and|plus|also|or|what|which|how|who|why|when|where)\b/iu;
/** “We teach in Welsh” says something by itself. */
const SAYS =
  /^(?:i|we|you|he|she|it|they|that|this|there|(?:some|any|every|no)(?:body|one|thing)|(?:my|our|your|the) \w+)(?:['’]\w+)? \w/iu;
/** “… and what about parents, do they have to agree”: the second part says what is asked of the first. */
const NAMES =
  /^\W*(?:(?:and|but|so|okay|ok|right|well|um|uh|mhm|then)\b\W*)*(?:what|how) about\b/iu;
const MAX_NAMED = 8;
const ASKS_OF_IT = new RegExp(`^(?:${ASKING_VERBS})(?:n['’]?t)?\\s`, 'iu');
/** “Is there any evidence, any study, any trial”: one question. */
const ONE_OF_A_LIST = /^(?:(?:you know|like|i mean|or|even)[\s,]+)*any(?:thing|one|body)?\b/i;
const MAX_OF_LIST = 5;
/** Words of a sentence, and of the rest of one, that may belong to a question before. */
const MAX_SENTENCE = 3;
const MAX_REST = 8;
/** Of what has no mark to ask by. */
const MAX_WORD = 2;

const countWords = (said: string) => said.split(/\s+/u).length;

/**
 * Whether a clause only goes on with the question before it: “does it alert somebody? Me, for instance?”, “can I see it,
 * like over a few weeks?”, “what about parents, do they have to agree?”, “is there any evidence, any study, any trial?”.
 */
export function goesOnAsking(before: string, clause: Clause): boolean {
  const { said } = clause;
  if (goesOnListing(before, said)) return true;
  if (isNamed(before)) return ASKS_OF_IT.test(said);
  if (BEGINS_ANOTHER.test(said) || SAYS.test(said)) return false;
  const asksByMark = said.endsWith('?');
  const words = countWords(said);
  if (words > (SENTENCE_END.test(before) ? MAX_SENTENCE : MAX_REST)) return false;
  if (!asksByMark) return words <= MAX_WORD && !SENTENCE_END.test(said);
  return !clauseAsks({ ...clause, said: said.replace(/[?\s]+$/u, '') });
}

function isNamed(before: string): boolean {
  return before.endsWith(',') && countWords(before) <= MAX_NAMED && NAMES.test(before);
}

function goesOnListing(before: string, said: string): boolean {
  return before.endsWith(',') && countWords(said) <= MAX_OF_LIST && ONE_OF_A_LIST.test(said);
}
