import { expect, it } from 'vitest';
import { searchExpected } from './beam-search.ts';
import type { MoonshineWriter, Written } from './moonshine-decoder.ts';
import { createPhraseModel } from './phrase-model.ts';

const END = 2;
const WORDS = { the: 10, tutor: 11, tooter: 12, is: 13, safe: 14 };
const phrases = createPhraseModel(
  [[WORDS.the, WORDS.tutor, WORDS.is, WORDS.safe], [WORDS.the, WORDS.tutor], [WORDS.tooter]],
  END,
);

/** Hears the same at every step, whatever was written: shares by step and token. */
function writerOf(steps: readonly Partial<Record<number, number>>[]) {
  const asked: number[] = [];
  const empty: Written = { memory: [], length: 0 };
  const writer: MoonshineWriter = {
    empty,
    step(beginnings) {
      asked.push(beginnings.length);
      return beginnings.map(({ written }) => ({
        written: { memory: [], length: written.length + 1 },
        logits: Float32Array.from(phrases.tokens, (token) =>
          Math.log(steps[written.length]?.[token] ?? 0.001),
        ),
      }));
    },
  };
  return { writer, asked };
}

const textOf = (found: ReturnType<typeof searchExpected>) =>
  found?.written.map((place) => phrases.tokens[place]);

it('writes what it hears', () => {
  const { writer } = writerOf([{ [WORDS.the]: 0.9 }, { [WORDS.tooter]: 0.9 }, { [END]: 0.9 }]);
  expect(textOf(searchExpected(writer, phrases, 8))).toEqual([WORDS.the, WORDS.tooter]);
});

it('of what sounds alike it takes what the phrases say', () => {
  const { writer } = writerOf([
    { [WORDS.the]: 0.9 },
    { [WORDS.tooter]: 0.5, [WORDS.tutor]: 0.4 },
    { [END]: 0.9 },
  ]);
  expect(textOf(searchExpected(writer, phrases, 8))).toEqual([WORDS.the, WORDS.tutor]);
});

it('does not end before it began', () => {
  const { writer } = writerOf([{ [END]: 0.9, [WORDS.tutor]: 0.05 }, { [END]: 0.9 }]);
  expect(textOf(searchExpected(writer, phrases, 8))).toEqual([WORDS.tutor]);
});

it('follows three beginnings at most, and none for longer than it may', () => {
  const { writer, asked } = writerOf([]);
  searchExpected(writer, phrases, 6);
  expect(asked.length).toBeLessThanOrEqual(6);
  expect(Math.max(...asked)).toBe(3);
  expect(searchExpected(writer, phrases, 0)).toBeNull();
});
