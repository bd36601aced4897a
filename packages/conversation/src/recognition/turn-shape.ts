/** How finished the words of a turn look. */
export type TurnShape = 'empty' | 'complete' | 'plain' | 'open' | 'slot' | 'filler';

/** Silence that ends a turn of each shape, from the last voiced sample (TURN-11, TURN-14). */
export const SHAPE_WAIT: Readonly<Record<TurnShape, number>> = {
  empty: 600,
  complete: 450,
  plain: 700,
  open: 1_200,
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
const MAIL_CONTEXT = /\b(e-?mail|mail me|gmail|outlook|yahoo)\b|@/;
const MAIL_END = /(\.|\bdot )(com|org|net|edu|gov|io|us|uk|co|de|fr|ca|school)\b/;

export function classifyTurn(text: string): TurnShape {
  const trimmed = text.trim();
  const words = trimmed
    .toLowerCase()
    .replace(/[.,!?;:…"“”()]+/g, ' ')
    .split(/\s+/)
    .filter(Boolean);
  const last = words.at(-1);
  if (last === undefined) return 'empty';
  if (words.every((word) => FILLERS.has(word))) return 'filler';
  if (isUnfinishedSlot(trimmed.toLowerCase(), words)) return 'slot';
  if (/([,;:–—-]|…|\.\.\.)$/.test(trimmed)) return 'open';
  const question = trimmed.endsWith('?');
  if (OPEN_ENDINGS.has(last) && !(question && ASKING_PREPOSITIONS.has(last)) && words.length > 1) {
    return 'open';
  }
  if (/[.!?]["'”’]?$/.test(trimmed)) return 'complete';
  return asksSomething(words) ? 'complete' : 'plain';
}

function isUnfinishedSlot(text: string, words: readonly string[]): boolean {
  if (MAIL_CONTEXT.test(text) && /\b(at|dot|underscore|dash)\b|@/.test(text)) {
    return !MAIL_END.test(text);
  }
  const tail = trailing(words, isDigits);
  const digits =
    tail.join('').replace(/\D/g, '').length + tail.filter((word) => DIGIT_WORDS.has(word)).length;
  if (digits > 0 && digits < 10 && (SLOT_CONTEXT.test(text) || tail.length >= 3)) return true;
  const spelled = trailing(words, (word) => /^[a-z]([-.][a-z])*$/.test(word));
  return spelled.length >= 2 || (spelled.length === 1 && SLOT_CONTEXT.test(text));
}

function isDigits(word: string): boolean {
  return /^[+]?\d[\d-]*$/.test(word) || DIGIT_WORDS.has(word);
}

function trailing(words: readonly string[], matches: (word: string) => boolean): string[] {
  let start = words.length;
  while (start > 0 && matches(words[start - 1] ?? '')) start -= 1;
  return words.slice(start);
}

const ASKING =
  /^(what|who|when|where|why|how|which|can|could|do|does|did|is|are|will|would|should|may|have|has) /;

function asksSomething(words: readonly string[]): boolean {
  return words.length >= 4 && ASKING.test(words.join(' '));
}
