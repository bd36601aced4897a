import { wholeness } from './wholeness/wholeness.ts';

/** How finished the words of a turn look. */
export type TurnShape = 'empty' | 'complete' | 'plain' | 'doubtful' | 'open' | 'slot' | 'filler';

/** Silence that ends a turn of each shape, from the last voiced sample (TURN-11, TURN-14). */
export const SHAPE_WAIT: Readonly<Record<TurnShape, number>> = {
  empty: 600,
  complete: 450,
  plain: 900,
  doubtful: 1_130,
  open: 1_500,
  slot: 1_600,
  filler: 1_600,
};

const set = (words: string) => new Set(words.split(' '));

const FILLERS = set('um uh erm er hmm hm mm mmm well so like uhm ah');
/** Words that rarely end an English sentence, although recognisers put a full stop after them. */
const OPEN_ENDINGS = set(
  "and but or so because if when while although though that which who whose the a an my your our their his its of with for from into about than as is are was were be been am um uh erm er hmm i we they every some any very really and/or plus like well i'm we're it's there's what's let's",
);
/** Of those, finished in a question: “what is it for?”. */
const ASKING_PREPOSITIONS = set('of with for from about like is are was were be am i we they');
const DIGIT_WORDS = set(
  'zero oh one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred double triple dash plus area code',
);
const SLOT_CONTEXT =
  /\b(number|phone|call me (at|on)|zip|post ?code|postal code|code is|spell(ed|ing)?|address)\b/;
/** Digits of a telephone number. */
const WHOLE_NUMBER = 10;
const MAIL_CONTEXT = /\b(e-?mail|mail me|gmail|outlook|yahoo)\b|@/;
const MAIL_END = /(\.|\bdot )(com|org|net|edu|gov|io|us|uk|co|de|fr|ca|school)\b/;

/** Whole utterances that are too short to tell by their words. */
const REPLIES = set(
  'yes yeah yep yup no nope nah okay ok sure thanks thank you right great good fine hello hi hey bye goodbye please sorry exactly correct alright stop wait the first second one both neither maybe never',
);
/** How whole words look, from that score on (TURN-11). */
const LOOKS = [
  ['complete', 0.45],
  ['plain', 0.25],
  ['doubtful', -1.2],
] as const satisfies readonly (readonly [TurnShape, number])[];
/** Known questions may be the beginning of others: they look that much more finished. */
const KNOWN_WORTH = 1.6;
/** The words of turns this short tell little: from these scores on they look a degree more whole. */
const SHORT = 5;
const SHORT_LOOKS = { plain: -0.2, doubtful: -2.2 } as const;
const ASKING =
  /^(what|who|when|where|why|how|which|can|could|do|does|did|is|are|will|would|should|may|have|has)$/;

/** @param isKnown whether these are the words of a question that the assistant knows */
export function classifyTurn(text: string, isKnown = (_text: string) => false): TurnShape {
  const trimmed = text.trim();
  const words = trimmed
    .toLowerCase()
    .replace(/[.,!?;:…"“”()]+/g, ' ')
    .split(/\s+/)
    .filter(Boolean);
  const last = words.at(-1);
  if (last === undefined) return 'empty';
  if (words.every((word) => FILLERS.has(word))) return 'filler';
  const slot = slotShape(trimmed.toLowerCase(), words);
  if (slot !== null) return slot;
  if (/([,;:–—-]|…|\.\.\.)$/.test(trimmed)) return 'open';
  if (words.length <= 3 && words.every((word) => REPLIES.has(word))) return 'complete';
  if (OPEN_ENDINGS.has(last) && !ASKING_PREPOSITIONS.has(last) && words.length > 1) return 'open';
  const score = wholeness(trimmed) + (isKnown(trimmed) ? KNOWN_WORTH : 0);
  const look = LOOKS.find(([, least]) => score >= least)?.[0] ?? 'open';
  return words.length <= SHORT ? ofShort(words, score, look) : look;
}

function ofShort([first = '']: readonly string[], score: number, look: TurnShape): TurnShape {
  if (look === 'doubtful' && ASKING.test(first) && score >= SHORT_LOOKS.plain) return 'plain';
  return look === 'open' && score >= SHORT_LOOKS.doubtful ? 'doubtful' : look;
}

/** Of what is dictated: a number, a word letter by letter or an address; null: it is none of them. */
function slotShape(text: string, words: readonly string[]): 'slot' | 'plain' | null {
  if (MAIL_CONTEXT.test(text) && /\b(at|dot|underscore|dash)\b|@/.test(text)) {
    return MAIL_END.test(text) ? 'plain' : 'slot';
  }
  const tail = trailing(words, isDigits);
  const digits =
    tail.join('').replace(/\D/g, '').length + tail.filter((word) => DIGIT_WORDS.has(word)).length;
  if (digits >= WHOLE_NUMBER) return 'plain';
  if (digits > 0 && (SLOT_CONTEXT.test(text) || tail.length >= 3)) return 'slot';
  const spelled = trailing(words, (word) => /^[a-z]([-.][a-z])*$/.test(word));
  return spelled.length >= 2 || (spelled.length === 1 && SLOT_CONTEXT.test(text)) ? 'slot' : null;
}

function isDigits(word: string): boolean {
  return /^[+]?\d[\d-]*$/.test(word) || DIGIT_WORDS.has(word);
}

function trailing(words: readonly string[], matches: (word: string) => boolean): string[] {
  let start = words.length;
  while (start > 0 && matches(words[start - 1] ?? '')) start -= 1;
  return words.slice(start);
}
