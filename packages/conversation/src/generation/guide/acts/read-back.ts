import { NUMBER_WORDS } from '../../../retrieval/language/number-words.ts';
import { normalise } from '../../../retrieval/language/words.ts';
import { plainWords } from './plain-words.ts';

const DIGITS: ReadonlyMap<string, string> = new Map(
  [...NUMBER_WORDS].flatMap(([word, value]) => (value < 10 ? [[word, String(value)]] : [])),
);
const NOUGHT = /^(?:oh|o|nought|nil)$/;
/** What stands around a number that is read back. */
const AROUND = new Set(
  `um uh so ok okay yes yeah right and then that is it the was you your said say did number telephone phone plus area code
  dash hyphen in brackets correct i have got wrote down let me read back again sorry well`.split(
    /\s+/,
  ),
);
const MIN_DIGITS = 3;
/** So many are a number that is read back, whatever is said around them. */
const MANY_DIGITS = 7;

/** The digits of a turn that says a number and nothing else; null: it says something else. */
export function readDigits(turn: string): string | null {
  const words = normalise(turn).split(' ');
  let digits = '';
  let times = 1;
  let isAll = true;
  for (const word of words) {
    const said = NOUGHT.test(word) ? '0' : (DIGITS.get(word) ?? (/^\d+$/.test(word) ? word : ''));
    // “Oh” at the beginning is a sigh.
    const isSigh = word === 'oh' && digits === '';
    if (said !== '' && !isSigh) digits += said.repeat(times);
    else if (!isSigh && word !== 'double' && word !== 'triple' && !AROUND.has(word)) isAll = false;
    times = word === 'double' ? 2 : word === 'triple' ? 3 : 1;
  }
  return digits.length >= (isAll ? MIN_DIGITS : MANY_DIGITS) ? digits : null;
}

const EMAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/;
const OWN =
  /\b(?:(?:my|our) (?:\w+ )?(?:number|telephone|phone|mobile|cell|email|e-mail|mail|address)|(?:call|ring|reach|text|email|e-mail|write to|contact) (?:me|us)\b.*\b(?:on|at|under))\b/i;
/** Behind “my number is”. */
const OWN_DIGITS = new RegExp(
  `(?:\\d[\\s().-]*|\\b(?:oh|double|triple|${[...DIGITS.keys()].join('|')})\\b[\\s,.-]*){5}`,
  'i',
);

/** Whether a caller gives their own number or address: “call me on five five five …”. */
export function givesContact(turn: string): boolean {
  return OWN.test(turn) && (OWN_DIGITS.test(turn) || findAddress(turn) !== null);
}

/** The e-mail address that a turn reads back, in lower case; null: none, or the caller's own. */
export function readAddress(turn: string): string | null {
  return OWN.test(turn) ? null : findAddress(turn);
}

function findAddress(turn: string): string | null {
  const written = turn
    .toLowerCase()
    .replace(/\s+(?:dot|point)\s+/g, '.')
    .replace(/\s+(?:dash|hyphen)\s+/g, '-')
    .replace(/\s+at\s+(?=[\w-]+\.)/g, '@');
  return EMAIL.exec(written)?.[0] ?? null;
}

const AGAIN =
  /^(?:(?:um|uh|oh|ok|okay|so|and|but|sorry|no|yes|wait|please|just|only|can you|could you|i (?:only )?(?:want|need|meant?)|what (?:was|is)|repeat|say|tell me|give me|that was (?:too|a bit) (?:fast|quick)|i (?:did not|could not) (?:get|catch) (?:that|it)) )*(?:the|that|your) (?:phone |telephone )?(?<what>number|e ?mail(?: address)?|mail address|address)(?: (?:again|please|slowly|slower|once more|one more time|only|just|then|for me|sorry))*(?: (?:i have|i am|let me|wait|now)\b.{0,40})?$/;

/** Which of them is asked for again, and nothing else: “just the number please”. Null: neither. */
export function asksContactAgain(turn: string): 'number' | 'address' | null {
  const what = AGAIN.exec(plainWords(turn))?.groups?.what;
  if (what === undefined) return null;
  return what === 'number' ? 'number' : 'address';
}

const TELEPHONE = /\+?\d[\d\s().-]{5,}\d/g;

/** Telephone numbers and e-mail addresses in a text, as they are written. */
export function contactsIn(text: string): string[] {
  return [...(text.match(TELEPHONE) ?? []), ...(text.match(new RegExp(EMAIL, 'g')) ?? [])];
}
