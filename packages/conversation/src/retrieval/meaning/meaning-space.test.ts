import { describe, expect, it } from 'vitest';
import { learnMeaning, toMeaning } from './meaning-space.ts';
import { likeness, toLengthOne } from './vectors.ts';

const SIZE = 8;

/** Two groups that differ a little in the first direction; what differs within them is the second. */
const vectorOf = (group: number, loud: number): Float32Array => {
  const vector = new Float32Array(SIZE);
  vector[0] = group;
  vector[1] = loud;
  vector[2] = 5;
  return toLengthOne(vector);
};
const LOUD = [-3, -2, -1, 1, 2, 3];
const groups = [1, -1].map((group) => LOUD.map((loud) => vectorOf(group, loud)));

describe('learned meaning', () => {
  const learned = learnMeaning(groups);
  const likeGroups = (compare: (vector: Float32Array) => Float32Array) => {
    const asked = compare(vectorOf(1, 3));
    return {
      own: likeness(asked, compare(vectorOf(1, -3))),
      other: likeness(asked, compare(vectorOf(-1, 3))),
    };
  };

  it('sets aside in what examples of one group differ', () => {
    const plain = likeGroups((vector) => vector);
    expect(plain.other).toBeGreaterThan(plain.own);
    const meant = likeGroups((vector) => toMeaning(vector, learned));
    expect(meant.own).toBeGreaterThan(meant.other);
  });

  it('keeps the examples in their order, each of length 1', () => {
    for (const [place, vector] of groups.flat().entries()) {
      const kept = learned.examples.subarray(place * SIZE, (place + 1) * SIZE);
      expect(likeness(kept, kept)).toBeCloseTo(1, 4);
      expect(likeness(kept, toMeaning(vector, learned))).toBeCloseTo(1, 4);
    }
  });

  it('of a single example is a number', () => {
    const alone = learnMeaning([[vectorOf(1, 1)]]);
    expect(toMeaning(vectorOf(1, 2), alone).every(Number.isFinite)).toBe(true);
  });
});
