import type { ModelMessage } from '../generation/model.ts';
import { toTerms } from './language/terms.ts';
import { normalise } from './language/words.ts';

const LEANS =
  /\b(?:it|its|that|this|they|them|their|those|these|one|there|he|him|his|she|her)\b|^(?:and|what about|how about|but|also|or|why)\b/;
/** "For how long?" refers to the question before. */
const MEASURE = /^how(?:much|long|old|many|often)$/;
const MAX_FEW_TERMS = 2;
const MAX_SHORT_TURN = 6;
const MAX_CHARACTERS = 1_000;

/**
 * What to search for, best first: the user's last turn, joined with the one before where it may refer to that.
 */
export function retrievalQueries(messages: readonly ModelMessage[]): string[] {
  const turns = messages.filter(({ role }) => role === 'user').map(({ content }) => content);
  const last = (turns.at(-1) ?? '').slice(0, MAX_CHARACTERS);
  const before = turns.at(-2)?.slice(0, MAX_CHARACTERS);
  if (before === undefined) return [last];
  const plain = normalise(last);
  const subjects = toTerms(last).filter(({ raw }) => !MEASURE.test(raw));
  const together = `${last} ${before}`;
  if (subjects.length === 0) return [together];
  if (subjects.length > MAX_FEW_TERMS || plain.split(' ').length > MAX_SHORT_TURN) return [last];
  return LEANS.test(plain) ? [together, last] : [last, together];
}
