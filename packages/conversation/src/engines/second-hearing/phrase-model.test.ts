import { expect, it } from 'vitest';
import { createPhraseModel } from './phrase-model.ts';

const [WHERE, IS, OUR, DATA, HOW, MUCH, END] = [40, 7, 30, 12, 90, 91, 2];
const model = createPhraseModel(
  [
    [WHERE, IS, OUR, DATA],
    [WHERE, IS, DATA],
    [HOW, MUCH, IS, DATA],
  ],
  END,
);
const place = (token: number) => model.tokens.indexOf(token);
const share = (written: readonly number[], token: number) =>
  Math.exp(model.follow(written.map(place))[place(token)] ?? Number.NaN);

it('knows the tokens of the phrases, and the end', () => {
  expect(model.tokens).toEqual([2, 7, 12, 30, 40, 90, 91]);
  expect(model.tokens[model.end]).toBe(END);
});

it.each([[[]], [[WHERE]], [[WHERE, IS]], [[MUCH, MUCH, MUCH, MUCH]]])(
  'shares one among all tokens behind %j',
  (written) => {
    const shares = model.follow(written.map(place)).map(Math.exp);
    expect(shares.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1, 5);
    expect(Math.min(...shares)).toBeGreaterThan(0);
  },
);

it('expects what the phrases say, by as much of what was written as they know', () => {
  expect(share([], WHERE)).toBeGreaterThan(share([], HOW));
  expect(share([], HOW)).toBeGreaterThan(share([], DATA));
  expect(share([HOW], MUCH)).toBeGreaterThan(0.5);
  // “is our” and “is data”, but behind “how much” only the latter.
  expect(share([HOW, MUCH, IS], DATA)).toBeGreaterThan(share([WHERE, IS], DATA));
  expect(share([WHERE, IS, OUR, DATA], END)).toBeGreaterThan(0.8);
});

it('goes back to shorter contexts where a longer one is new', () => {
  expect(share([MUCH, DATA, MUCH], IS)).toBeGreaterThan(0.3);
});
