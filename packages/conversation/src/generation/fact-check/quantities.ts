import { NUMBER_WORDS } from '../../retrieval/language/number-words.ts';

/** What a number counts, where that changes what is claimed. */
export type Unit =
  | 'money'
  | 'percent'
  | 'second'
  | 'minute'
  | 'hour'
  | 'day'
  | 'week'
  | 'month'
  | 'year';

export interface Quantity {
  readonly value: number;
  readonly unit: Unit | null;
  /** What it counts is named, as in "thirty schools". */
  readonly countsThings?: true;
}

const SMALL: ReadonlyMap<string, number> = new Map([...NUMBER_WORDS, ['dozen', 12]]);
const SCALES: ReadonlyMap<string, number> = new Map([
  ['hundred', 100],
  ['thousand', 1_000],
  ['million', 1_000_000],
  ['billion', 1_000_000_000],
]);
const UNITS: readonly (readonly [RegExp, Unit])[] = [
  [/^(?:dollars?|bucks?|euros?|pounds?|cents?|usd|eur|gbp|[$€£])$/, 'money'],
  [/^(?:percent|%)$/, 'percent'],
  [/^(?:seconds|secs?)$/, 'second'],
  [/^(?:minutes?|mins?)$/, 'minute'],
  [/^(?:hours?|hrs?)$/, 'hour'],
  [/^(?:days?)$/, 'day'],
  [/^(?:weeks?)$/, 'week'],
  [/^(?:months?)$/, 'month'],
  [/^(?:years?)$/, 'year'],
];
/** Whether a word, in lower case, is of a number or of what numbers are counted in. */
export const isNumberWord = (word: string): boolean =>
  /^\d/.test(word) ||
  SMALL.has(word) ||
  SCALES.has(word) ||
  UNITS.some(([unit]) => unit.test(word));

/** "Five working days": as far behind a number its unit may stand, in words. */
const UNIT_REACH = 2;

interface Token {
  readonly text: string;
  /** Nothing but space or a hyphen is between it and the token before. */
  readonly joined: boolean;
}

/** The numbers of a text, written in digits or in words. */
export function readQuantities(text: string): Quantity[] {
  const tokens = tokensOf(text.toLowerCase());
  const found: Quantity[] = [];
  for (let at = 0; at < tokens.length; ) {
    const number = readNumber(tokens, at);
    if (number === null) {
      at += 1;
      continue;
    }
    const unit = unitBefore(tokens, at) ?? unitAfter(tokens, number.end);
    // "This one", "one of them".
    const isPronoun = tokens[at]?.text === 'one' && number.end === at + 1 && unit === null;
    const countsThings = unit === null && isPlural(tokens[number.end]);
    if (!isPronoun)
      found.push({ value: number.value, unit, ...(countsThings && { countsThings }) });
    at = number.end;
  }
  return [...found, ...readVague(text)];
}

const isPlural = (token: Token | undefined) =>
  token?.joined === true &&
  /^\p{Ll}{3,}(?<![sui])s$/u.test(token.text) &&
  !/^(?:this|was|has|does|always|yes)$/.test(token.text);

/** Spans that are named without a number, in a unit and how many of it. */
const SPANS: readonly (readonly [RegExp, number, Unit])[] = [
  [/\b(?:a )?half (?:an )?hour\b|\bhalf-hour\b/gi, 30, 'minute'],
  [/\bquarter of an hour\b/gi, 15, 'minute'],
  [/(?<!half |quarter of )\ban hour\b/gi, 1, 'hour'],
  ...(['minute', 'day', 'week', 'month', 'year'] as const).map(
    (unit) =>
      [
        new RegExp(
          `\\b(?:within|takes?|lasts?|less than|under|up to) an? (?:\\w+ )?${unit}\\b`,
          'gi',
        ),
        1,
        unit,
      ] as const,
  ),
];
/** Numbers that are as large as they sound: "thousands of schools". */
const HEAPS = /\b(?<!\d |\d)(hundreds|thousands|millions|billions|dozens)\b/gi;
const HEAP_OF: Readonly<Record<string, number>> = {
  dozens: 24.5,
  hundreds: 100.5,
  thousands: 1_000.5,
  millions: 1_000_000.5,
  billions: 1_000_000_000.5,
};

/** In every one of them, and in few sentences. */
const VAGUE_HINT =
  /hour|an? (?:\w+ )?(?:minute|day|week|month|year)|hundreds|thousands|illions|dozens/i;

function readVague(text: string): Quantity[] {
  if (!VAGUE_HINT.test(text)) return [];
  const spans = SPANS.flatMap(([pattern, value, unit]) =>
    Array.from(text.matchAll(pattern), () => ({ value, unit })),
  );
  // No number that somebody writes: only the same word makes it known.
  const heaps = Array.from(text.matchAll(HEAPS), ([word]) => ({
    value: HEAP_OF[word.toLowerCase()] ?? 0,
    unit: null,
  }));
  return [...spans, ...heaps];
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (const match of text.matchAll(/\d[\d,]*(?:\.\d+)?|\p{L}+|[$€£%]/gu)) {
    tokens.push({ text: match[0], joined: /^[\s-]*$/.test(text.slice(end, match.index)) });
    end = match.index + match[0].length;
  }
  return tokens;
}

interface NumberFound {
  readonly value: number;
  readonly end: number;
}

function readNumber(tokens: readonly Token[], at: number): NumberFound | null {
  const first = tokens[at]?.text ?? '';
  if (/^\d/.test(first)) {
    const value = Number(first.replaceAll(',', ''));
    return scaled(tokens, at + 1, value);
  }
  return readDigits(tokens, at) ?? readWords(tokens, at);
}

/** "Nine eight eight": digits one by one, as a telephone number is said. */
function readDigits(tokens: readonly Token[], at: number): NumberFound | null {
  let digits = '';
  let end = at;
  for (; end < tokens.length; end += 1) {
    const value = NUMBER_WORDS.get(tokens[end]?.text ?? '') ?? -1;
    if (value < 0 || value > 9 || (end > at && tokens[end]?.joined !== true)) break;
    digits += value;
  }
  return digits.length > 1 ? { value: Number(digits), end } : null;
}

function readWords(tokens: readonly Token[], at: number): NumberFound | null {
  const first = SMALL.get(tokens[at]?.text ?? '');
  if (first === undefined) return null;
  let end = at + 1;
  const next = NUMBER_WORDS.get(tokens[end]?.text ?? '') ?? -1;
  const isCompound = first >= 20 && next > 0 && next < 10 && tokens[end]?.joined === true;
  if (isCompound) end += 1;
  return scaled(tokens, end, isCompound ? first + next : first);
}

/** "Two hundred and fifty", "25 thousand". */
function scaled(tokens: readonly Token[], at: number, value: number): NumberFound {
  const scale = tokens[at]?.joined === true ? SCALES.get(tokens[at].text) : undefined;
  if (scale === undefined) return { value, end: at };
  const behind = tokens[at + 1]?.text === 'and' ? at + 2 : at + 1;
  const rest = tokens[behind]?.joined === true ? readWords(tokens, behind) : null;
  return rest !== null && rest.value < scale
    ? { value: value * scale + rest.value, end: rest.end }
    : scaled(tokens, at + 1, value * scale);
}

function unitBefore(tokens: readonly Token[], at: number): Unit | null {
  const before = tokens[at - 1]?.text ?? '';
  return /^[$€£]$/.test(before) ? 'money' : null;
}

function unitAfter(tokens: readonly Token[], end: number): Unit | null {
  for (const token of tokens.slice(end, end + UNIT_REACH)) {
    if (!token.joined || /^\d/.test(token.text)) return null;
    const unit = UNITS.find(([pattern]) => pattern.test(token.text))?.[1];
    if (unit !== undefined) return unit;
  }
  return null;
}
