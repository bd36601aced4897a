const SMALL = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
];
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const SCALES = [
  [1e9, 'billion'],
  [1e6, 'million'],
  [1e3, 'thousand'],
  [100, 'hundred'],
] as const;
const IRREGULAR_ORDINALS: Readonly<Record<string, string>> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
};

/** A whole number below a trillion in words; longer ones digit by digit. */
export function sayInteger(value: number): string {
  if (!Number.isSafeInteger(value) || value < 0 || value >= 1e12) return sayDigits(String(value));
  if (value < 20) return SMALL[value] ?? '';
  if (value < 100) {
    const tens = TENS[Math.floor(value / 10)] ?? '';
    return value % 10 === 0 ? tens : `${tens} ${SMALL[value % 10]}`;
  }
  for (const [scale, name] of SCALES) {
    if (value < scale) continue;
    const rest = value % scale;
    const head = `${sayInteger(Math.floor(value / scale))} ${name}`;
    return rest === 0 ? head : `${head} ${sayInteger(rest)}`;
  }
  return '';
}

/** `1,250.5` as "one thousand two hundred fifty point five". */
export function sayNumber(written: string): string {
  const [whole = '0', fraction] = written.replaceAll(',', '').split('.');
  // A number that begins with zero is a code, not a quantity.
  const spoken = /^0\d/.test(whole) ? sayDigits(whole) : sayInteger(Number(whole));
  return fraction === undefined ? spoken : `${spoken} point ${sayDigits(fraction)}`;
}

/** Each digit by itself. */
export function sayDigits(digits: string): string {
  return Array.from(digits.replace(/\D/g, ''), (digit) => SMALL[Number(digit)] ?? '').join(' ');
}

/** 21 as "twenty first". */
export function sayOrdinal(value: number): string {
  const words = sayInteger(value).split(' ');
  const last = words.pop() ?? '';
  return [...words, IRREGULAR_ORDINALS[last] ?? regularOrdinal(last)].join(' ');
}

/** 2026 as "twenty twenty six", 2005 as "two thousand five". */
export function sayYear(year: number): string {
  const century = Math.floor(year / 100);
  const rest = year % 100;
  if (year % 1_000 < 10) return sayInteger(year);
  if (rest === 0) return `${sayInteger(century)} hundred`;
  return `${sayInteger(century)} ${rest < 10 ? `oh ${SMALL[rest]}` : sayInteger(rest)}`;
}

function regularOrdinal(word: string): string {
  return word.endsWith('y') ? `${word.slice(0, -1)}ieth` : `${word}th`;
}
