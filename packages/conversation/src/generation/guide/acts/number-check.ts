import { NUMBER_WORDS } from '../../../retrieval/language/number-words.ts';
import { normalise } from '../../../retrieval/language/words.ts';

/** “Fourty” is a spelling that people type. */
const VALUES: ReadonlyMap<string, number> = new Map([...NUMBER_WORDS, ['fourty', 40]]);
/** What stands around a number that a caller makes sure of. */
const AROUND = new Set(
  `um uh so ok okay yes yeah no right and then that is it was the you your said say did sorry well wait hang on or not as in
  really like number again please about only just for a an i asked mean meant heard understood got demo call`.split(
    /\s+/,
  ),
);
const UNITS = 'minutes?|hours?|days?|weeks?|months?|years?|percent|points?|dollars?|euros?';
const UNIT = new RegExp(`^(?:${UNITS})$`);
/** Without one of these a number is stated, not asked about. */
const MAKES_SURE =
  /\b(?:you said|did you say|you say|was it|is it|was that|is that|did i hear|or|right|as in|i heard|not)\b/;
const LONGEST = 14;

/** Numbers of which a caller makes sure, and of what they count; null where none was said. */
export interface NumberCheck {
  readonly numbers: readonly number[];
  readonly unit: string | null;
}

/** “Thirteen minutes, you said, one three?” “Was it thirteen or thirty?” Null: the turn says something else. */
export function readNumberCheck(turn: string): NumberCheck | null {
  const plain = normalise(turn);
  const words = plain.split(' ');
  const makesSure = MAKES_SURE.test(plain) || turn.trim().endsWith('?');
  if (!makesSure || words.length > LONGEST) return null;
  if (words.some((word) => toValue(word) === null && !UNIT.test(word) && !AROUND.has(word)))
    return null;
  const numbers = readNumbers(words);
  const unit = words.find((word) => UNIT.test(word)) ?? null;
  return numbers.length === 0 ? null : { numbers, unit };
}

function toValue(word: string): number | null {
  return VALUES.get(word) ?? (/^\d{1,3}$/.test(word) ? Number(word) : null);
}

/** “Thirty five” and “one three” are one number each. */
function readNumbers(words: readonly string[]): number[] {
  const numbers: number[] = [];
  let before: number | null = null;
  for (const word of words) {
    const value = toValue(word);
    const last = numbers.at(-1) ?? 0;
    const isDigit = value !== null && value < 10;
    if (isDigit && before !== null && before < 10) numbers[numbers.length - 1] = last * 10 + value;
    else if (isDigit && before !== null && before >= 20 && before % 10 === 0)
      numbers[numbers.length - 1] = last + value;
    else if (value !== null) numbers.push(value);
    before = value;
  }
  return numbers;
}

/** A number with what it counts, as it stands in a text. */
export interface CountedNumber {
  readonly value: number;
  readonly text: string;
}

const COUNTED = new RegExp(
  `\\b(?<number>\\d{1,3}|${[...VALUES.keys()].join('|')}) (?<unit>${UNITS})\\b`,
  'giu',
);

export function numbersIn(text: string): CountedNumber[] {
  return [...text.matchAll(COUNTED)].map((match) => {
    const number = match.groups?.number?.toLowerCase() ?? '';
    return { value: VALUES.get(number) ?? Number(number), text: match[0] };
  });
}

/** “Thirteen” for “thirty”: voices and ears confuse them. */
export function soundsAlike(left: number, right: number): boolean {
  const [small, large] = left < right ? [left, right] : [right, left];
  return small >= 13 && small <= 19 && large === (small - 10) * 10;
}
