import { describe, expect, it } from 'vitest';
import { normaliseText } from './normalise-text.ts';

const SAID: Readonly<Record<string, ReadonlyArray<readonly [string, string]>>> = {
  numbers: [
    ['We have 1,250 pupils.', 'We have one thousand two hundred fifty pupils.'],
    ['3.14 and 0.5', 'three point one four and zero point five'],
    ['Code 007', 'Code zero zero seven'],
    ['95% of 21st century', 'ninety five percent of twenty first century'],
    ['-5 degrees, 20°C', 'minus five degrees, twenty degrees Celsius'],
    ['Version 2.0.1', 'Version two point zero point one'],
    ['1,000,000', 'one million'],
  ],
  ranges: [
    ['30–45 minutes, grades 3-5', 'thirty to forty five minutes, grades three to five'],
    ['K-12 and 24/7', 'K twelve and twenty four seven'],
  ],
  times: [
    ['at 3:30 pm.', 'at three thirty p m.'],
    ['9:05 AM', 'nine oh five ay m'],
    ['We meet at 3 p.m. Then we eat.', 'We meet at three p m. Then we eat.'],
    ['9:00 or 15:05', "nine o'clock or fifteen oh five"],
  ],
  dates: [
    ['May 4, 2026', 'May fourth, twenty twenty six'],
    ['2026-05-04', 'May fourth, twenty twenty six'],
    [
      'in 1999, 2005 and the 1990s',
      'in nineteen ninety nine, two thousand five and the nineteen nineties',
    ],
  ],
  money: [
    ['$5.50 each', 'five dollars and fifty cents each'],
    ['$1,200/year', 'one thousand two hundred dollars per year'],
    [
      '$1, £3.01, €12k, $5 million',
      'one dollar, three pounds and one penny, twelve thousand euros, five million dollars',
    ],
  ],
  addresses: [
    ['E-mail hello@kindling.org.', 'email hello at kindling dot org.'],
    ['See https://www.kindling.org/demo?x=1, please', 'See kindling dot org slash demo, please'],
    ['Call 555-123-4567', 'Call five five five, one two three, four five six seven'],
  ],
  abbreviations: [
    ['AI tutors & the API', 'ay I tutors and the ay P I'],
    ['STEM, FERPA and SSO', 'stem, ferpa and S S O'],
    ['the U.S. and A.I.', 'the U S and ay I'],
    ['Dr. Smith vs. Mr. Jones', 'Doctor Smith versus Mister Jones'],
    ['e.g. maths, etc.', 'for example, maths, and so on.'],
    ['HELLO THERE', 'hello there'],
  ],
  marks: [
    ['**Bold** and `code`:\n- one\n- two', 'Bold and code: one. two'],
    ['a [link](https://x.org) here', 'a link here'],
    ['“Smart” – naïve (café) 🎉…', 'Smart, naive, cafe.'],
    ['Ages 5+, #1', 'Ages five plus, number one'],
    ['<b class="x">hi</b> 3 < 4', 'hi three four'],
  ],
};

describe.each(Object.entries(SAID))('%s', (_, cases) => {
  it.each(cases)('%s', (written, said) => {
    expect(normaliseText(written)).toBe(said);
  });
});

it('is empty when nothing can be said', () => {
  for (const text of ['', '  \n', '😀', '...', '—', '你好']) expect(normaliseText(text)).toBe('');
});

it('gives plain ASCII without digits, whatever comes in', () => {
  const odd = 'Größe 10½ × 3² ≥ 99.9.9 №5 \u0000\u202e 1e9 0x1F 12:99 $ % ٣';
  expect(normaliseText(odd)).toMatch(/^[A-Za-z ,.;:!?'-]+$/);
});
