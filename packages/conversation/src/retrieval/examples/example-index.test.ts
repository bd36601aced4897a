import { describe, expect, it } from 'vitest';
import { createExampleIndex } from './example-index.ts';

const compare = createExampleIndex([
  { id: 'price', text: 'what is the damage for a whole class' },
  { id: 'price', text: 'how much is it' },
  { id: 'hours', text: 'when do you open' },
  { id: 'hours', text: 'until when are you there in the evening' },
]);

describe('createExampleIndex', () => {
  it('tells what a question is nearest to', () => {
    const near = compare('so what would the damage be');
    expect(near.nearestIds(1)).toEqual(['price']);
    expect(near.nearestTexts('price')[0]).toBe('what is the damage for a whole class');
    const [price, hours] = [near.of('price'), near.of('hours')];
    expect(price.nearest).toBeGreaterThan(hours.nearest);
    expect(price.centre).toBeGreaterThan(hours.centre);
    expect(price.lift).toBeGreaterThan(hours.lift);
  });

  it('finds an example itself nearer than what has some of its words', () => {
    const cosineOf = (text: string) => compare(text).of('hours').nearest;
    expect(cosineOf('when do you open')).toBeGreaterThan(cosineOf('do you open the window when'));
    expect(cosineOf('when do you open')).toBeLessThanOrEqual(1);
  });

  it('tells how much of a question it has never heard', () => {
    expect(compare('when do you open').unknown).toBe(0);
    expect(compare('zebra crossing').unknown).toBe(1);
    expect(compare('').unknown).toBe(0);
  });

  it('knows nothing of an entry without examples', () => {
    expect(compare('how much is it').of('other')).toEqual({
      nearest: 0,
      nearestThree: 0,
      centre: 0,
      lift: 0,
    });
  });
});
