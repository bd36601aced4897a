import { clauseAsks } from './asks.ts';
import type { Clause } from './clauses.ts';

const SENTENCE_END = /[.?!]$/;
/** “… and the cost?” asks for one thing more. */
const ONE_MORE =
  /^(?:(?:um+|uh+|oh|so|okay|ok),?\s+)*(?:and|plus|also|or|what|how|who|why|when|where)\b/iu;
/** “We teach in Welsh” says something by itself. */
const SAYS =
  /^(?:i|we|you|he|she|it|they|that|this|there|(?:some|any|every|no)(?:body|one|thing)|(?:my|our|your|the) \w+)(?:['’]\w+)? \w/iu;
/** “… and what about parents, do they have to agree”: the second part says what is asked of the first. */
const NAMES =
  /^\W*(?:(?:and|but|so|okay|ok|right|well|um|uh|mhm|then)\b\W*)*(?:what|how) about\b/iu;
const MAX_NAMED = 8;
const ASKS_OF_IT =
  /^(?:is|are|was|were|do|does|did|can|could|will|would|should|has|have|had)(?:n['’]?t)?\s/iu;
/** Words of a sentence, and of the rest of one, that may belong to a question before. */
const MAX_SENTENCE = 3;
const MAX_REST = 8;
/** Of what has no mark to ask by. */
const MAX_WORD = 2;

const countWords = (said: string) => said.split(/\s+/u).length;

/**
 * Whether a clause only goes on with the question before it: “does it alert somebody? Me, for instance?”, “can I see it,
 * like over a few weeks?”, “what about parents, do they have to agree?”.
 */
export function goesOnAsking(before: string, clause: Clause): boolean {
  const { said } = clause;
  if (isNamed(before)) return ASKS_OF_IT.test(said);
  if (ONE_MORE.test(said) || SAYS.test(said)) return false;
  const asksByMark = said.endsWith('?');
  const words = countWords(said);
  if (words > (SENTENCE_END.test(before) ? MAX_SENTENCE : MAX_REST)) return false;
  if (!asksByMark) return words <= MAX_WORD && !SENTENCE_END.test(said);
  return !clauseAsks({ ...clause, said: said.replace(/[?\s]+$/u, '') });
}

function isNamed(before: string): boolean {
  return before.endsWith(',') && countWords(before) <= MAX_NAMED && NAMES.test(before);
}
