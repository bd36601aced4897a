import { similarity } from '../../retrieval/language/similarity.ts';
import { normalise, toWords, type Word } from '../../retrieval/language/words.ts';

/** Words of conditions that say who and how, not what about. */
const FRAME = new Set(
  (
    'user customer caller person visitor client they wants want wanted asks ask asked asking says say said ' +
    'mentions mention needs need requests request would like likes about regarding whether when if then ' +
    'talk talks talking speak speaks discuss answer answers answered question questions help has have given'
  ).split(' '),
);
const YES =
  /^(?:yes|yeah|yep|yup|sure|ok|okay|of course|certainly|absolutely|please do|sounds good|correct|right|that is right|go ahead|i do|i am|definitely)\b/;
const NO = /^(?:no|nope|nah|not really|not now|no thanks|i do not|i am not|never|rather not)\b/;
const AGREES = /\b(?:yes|agrees?|agreed|accepts?|confirms?|affirmative|interested|positive)\b/;
const DECLINES = /\b(?:no|declines?|refuses?|disagrees?|denies|rejects?|negative|not interested)\b/;
const NEGATED = /\b(?:not|never|no)\b/;

/** Words that count towards a fit, at most: long conditions name more than a caller says. */
const WORDS_NEEDED = 3;
const ALIKE = 0.75;

/** How well what was said fits a condition in words, 0 to 1. */
export function fits(condition: string, said: string): number {
  const asked = normalise(condition);
  if (asked === '') return 1;
  const heard = normalise(said);
  if (heard === '') return 0;
  const agreement = fitsAgreement(asked, heard);
  if (agreement !== null) return agreement;
  if (NEGATED.test(heard) && !NEGATED.test(asked)) return 0;
  const wanted = subjects(condition);
  const words = toWords(said);
  const hits = wanted.filter((word) => words.some((one) => similarity(one, word) >= ALIKE));
  return wanted.length === 0 ? 0 : Math.min(1, hits.length / Math.min(wanted.length, WORDS_NEEDED));
}

/** Null when the condition is not about a yes or a no, or neither was said. */
function fitsAgreement(asked: string, heard: string): number | null {
  const [agrees, declines] = [AGREES.test(asked), DECLINES.test(asked)];
  if (agrees === declines && !declines) return null;
  if (NO.test(heard)) return declines ? 1 : 0;
  if (YES.test(heard)) return declines ? 0 : 1;
  return null;
}

function subjects(text: string): Word[] {
  const words = toWords(text).filter(({ raw, role }) => role !== 'stop' && !FRAME.has(raw));
  const content = words.filter(({ role }) => role === 'content');
  return content.length > 0 ? content : words;
}
