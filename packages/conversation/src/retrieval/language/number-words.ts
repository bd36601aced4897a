const ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

/** The numbers that are one word: zero to nineteen, and the tens to ninety. */
export const NUMBER_WORDS: ReadonlyMap<string, number> = new Map([
  ...ONES.map((word, value) => [word, value] as const),
  ...TENS.map((word, place) => [word, (place + 2) * 10] as const),
]);

/** A number digit by digit: 30 is “three zero”. */
export function spellOut(value: number): string {
  return [...String(value)].map((digit) => ONES[Number(digit)]).join(' ');
}
