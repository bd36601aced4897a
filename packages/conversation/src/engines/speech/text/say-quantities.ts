import { sayDigits, sayInteger, sayNumber, sayOrdinal, sayYear } from './spoken-numbers.ts';

const NUMBER = String.raw`\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?`;
const CURRENCIES: Readonly<Record<string, readonly [string, string, string, string]>> = {
  $: ['dollar', 'dollars', 'cent', 'cents'],
  '€': ['euro', 'euros', 'cent', 'cents'],
  '£': ['pound', 'pounds', 'penny', 'pence'],
};
const MAGNITUDES: Readonly<Record<string, string>> = { k: 'thousand', m: 'million', bn: 'billion' };
const MONTHS =
  'January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec';

type Rule = readonly [RegExp, (...parts: string[]) => string];

/** In order: what is more specific comes first, since what it says has no digits left. */
const RULES: readonly Rule[] = [
  [/\b24\/7\b/g, () => 'twenty four seven'],
  // 2026-05-04
  [
    /\b(\d{4})-(\d{2})-(\d{2})\b/g,
    (_, year, month, day) =>
      `${monthName(Number(month))} ${sayOrdinal(Number(day))}, ${sayYear(Number(year))}`,
  ],
  [
    new RegExp(
      String.raw`\b(${MONTHS})\.?\s+(\d{1,2})(?:st|nd|rd|th)?(?:,?\s+(\d{4}))?\b(?!:)`,
      'g',
    ),
    (_, month, day, year) =>
      `${month} ${sayOrdinal(Number(day))}${year === undefined ? '' : `, ${sayYear(Number(year))}`}`,
  ],
  // 3:30 pm, 15:05
  [
    /\b([01]?\d|2[0-3]):([0-5]\d)(?:\s?([apAP])\.?[mM]\b(?:\.(?!\s+[A-Z]|\s*$))?)?/g,
    (_, hour, minute, half) => sayTime(Number(hour), Number(minute), half),
  ],
  [
    /\b(1[0-2]|[1-9])\s?([apAP])\.?[mM]\b(?:\.(?!\s+[A-Z]|\s*$))?/g,
    (_, hour, half) => sayTime(Number(hour), 0, half),
  ],
  [/(?<![\d.])\d+(?:\.\d+){2,}\b/g, (version) => version.split('.').map(sayNumber).join(' point ')],
  [
    /(?<=[$€£\d][\d.,]*[kmKM]?)\/(?=(?:month|year|week|day|hour|student|pupil|teacher|seat|user|class|school)\b)/g,
    () => ' per ',
  ],
  // $1,200.50, $5 million, €12k
  [
    new RegExp(String.raw`([$€£])\s?(${NUMBER})(?:\s?(k|m|bn|thousand|million|billion)\b)?`, 'gi'),
    (_, sign, amount, magnitude) => sayMoney(sign ?? '', amount ?? '', magnitude),
  ],
  // 555-123-4567
  [
    /(?:\+?\d{1,3}[-. ])?\(?\b\d{3}\)?[-. ]\d{3}[-. ]\d{4}\b/g,
    (phone) => (phone.match(/\d+/g) ?? []).map(sayDigits).join(', '),
  ],
  [/\b(\d+)(?:st|nd|rd|th)\b/gi, (_, value) => sayOrdinal(Number(value))],
  [
    /\b(1[1-9]|20)(\d\d)s\b/g,
    (_, century, rest) => `${sayYear(Number(`${century}${rest}`))}s`.replace(/ys$/, 'ies'),
  ],
  // 30–45 minutes, grades 3-5
  [
    new RegExp(String.raw`(?<![\w.-])(${NUMBER})\s?[-–—]\s?(${NUMBER})(?![\w-])`, 'g'),
    (_, from, to) => `${sayNumber(from ?? '')} to ${sayNumber(to ?? '')}`,
  ],
  [new RegExp(String.raw`(${NUMBER})\s?%`, 'g'), (_, value) => `${sayNumber(value ?? '')} percent`],
  [/(?<!\d|\d[,.])(?:1[1-9]\d\d|20[0-9]\d)(?!\d|[,.]\d|%)/g, (year) => sayYear(Number(year))],
  [/(?<![\w.])-(?=\d)/g, () => 'minus '],
  [/(?<=[a-z])-(?=\d)|(?<=\d)-(?=[a-z])/gi, () => ' '],
  [/(?<=\d)(?=[A-Za-z])/g, () => ' '],
  [/(?<=[A-Za-z])(?=\d)/g, () => ' '],
  [new RegExp(NUMBER, 'g'), (value) => sayNumber(value)],
];

/** Numbers with what stands around them, in words: money, times, dates, ranges, percentages. */
export function sayQuantities(text: string): string {
  return RULES.reduce((said, [written, say]) => said.replace(written, say), text);
}

function sayTime(hour: number, minute: number, half: string | undefined): string {
  const suffix = half === undefined ? '' : ` ${half.toLowerCase() === 'a' ? 'ay' : 'p'} m`;
  if (minute === 0) return `${sayInteger(hour)}${suffix || " o'clock"}`;
  return `${sayInteger(hour)} ${minute < 10 ? 'oh ' : ''}${sayInteger(minute)}${suffix}`;
}

function sayMoney(sign: string, amount: string, magnitude: string | undefined): string {
  const [one, many, part, parts] = CURRENCIES[sign] ?? ['', '', '', ''];
  if (magnitude !== undefined) {
    const scale = magnitude.toLowerCase();
    return `${sayNumber(amount)} ${MAGNITUDES[scale] ?? scale} ${many}`;
  }
  const [whole = '0', fraction] = amount.replaceAll(',', '').split('.');
  const main = `${sayInteger(Number(whole))} ${Number(whole) === 1 ? one : many}`;
  const rest = Number((fraction ?? '').padEnd(2, '0').slice(0, 2));
  return rest === 0 ? main : `${main} and ${sayInteger(rest)} ${rest === 1 ? part : parts}`;
}

function monthName(month: number): string {
  return MONTHS.split('|')[month - 1] ?? '';
}
