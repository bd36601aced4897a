import { learnFollowUps } from './follow-judge.ts';
import { learnJudge } from './group-judge.ts';
import type { FollowUpExample, LearnedMeaning } from './sentence-encoder.ts';
import { meanOf, toLengthOne } from './vectors.ts';

/** How much every direction is taken to vary at least, as a share of the mean: few examples say little of most. */
const LEAST_SPREAD = 0.5;

export interface FollowUpVector extends Omit<FollowUpExample, 'text'> {
  readonly vector: Float32Array;
}

/**
 * Learns from vectors of examples in groups, and of what is asked behind them. Directions in which the examples of one
 * group differ say little about which group is meant: they are made to count for less (within-class covariance
 * normalisation, Hatch et al. 2006).
 */
export function learnMeaning(
  groups: readonly (readonly Float32Array[])[],
  asked: readonly FollowUpVector[] = [],
): LearnedMeaning {
  const all = groups.flat();
  const mean = meanOf(all);
  const centred = groups.map((group) => group.map((vector) => centre(vector, mean)));
  const size = mean.length;
  const spread = triangleOf(spreadWithin(centred, size), size);
  const meanings = groups.map((group) =>
    group.map((vector) => toMeaning(vector, { mean, spread })),
  );
  const judge = learnJudge(meanings);
  const centres = meanings.map((group) => toLengthOne(meanOf(group)));
  const followUps = asked.map(({ vector, behind, group }) => ({
    meaning: toMeaning(vector, { mean, spread }),
    behind: centres[behind] ?? new Float32Array(size),
    group,
  }));
  return {
    mean,
    spread,
    judge,
    examples: behindEachOther(meanings.flat(), size),
    followUps: behindEachOther(
      followUps.map(({ meaning }) => meaning),
      size,
    ),
    followJudge: learnFollowUps(judge, followUps),
  };
}

function behindEachOther(vectors: readonly Float32Array[], size: number): Float32Array {
  const all = new Float32Array(vectors.length * size);
  for (const [place, vector] of vectors.entries()) all.set(vector, place * size);
  return all;
}

/** Where a sentence lies among what was learned: of length 1, so that a product of two is their likeness. */
export function toMeaning(
  vector: Float32Array,
  { mean, spread }: Pick<LearnedMeaning, 'mean' | 'spread'>,
): Float32Array {
  const solved = centre(vector, mean);
  const size = mean.length;
  for (let row = 0; row < size; row += 1) {
    let sum = solved[row] ?? 0;
    for (let column = 0; column < row; column += 1)
      sum -= (spread[row * size + column] ?? 0) * (solved[column] ?? 0);
    solved[row] = sum / (spread[row * size + row] ?? 1);
  }
  return toLengthOne(solved);
}

function centre(vector: Float32Array, mean: Float32Array): Float32Array {
  return toLengthOne(vector.map((value, place) => value - (mean[place] ?? 0)));
}

/** Covariance of what each example differs by from the mean of its group. */
function spreadWithin(groups: readonly (readonly Float32Array[])[], size: number): Float64Array {
  const covariance = new Float64Array(size * size);
  let count = 0;
  for (const group of groups) {
    const mean = meanOf(group);
    for (const vector of group) {
      count += 1;
      const rest = vector.map((value, place) => value - (mean[place] ?? 0));
      for (let row = 0; row < size; row += 1)
        for (let column = 0; column <= row; column += 1) {
          const place = row * size + column;
          covariance[place] = (covariance[place] ?? 0) + (rest[row] ?? 0) * (rest[column] ?? 0);
        }
    }
  }
  const diagonal = (row: number) => row * size + row;
  let trace = 0;
  for (let row = 0; row < size; row += 1) trace += covariance[diagonal(row)] ?? 0;
  // Examples that are all the same tell nothing apart: every direction then counts alike.
  const least = (LEAST_SPREAD * trace) / size || 1;
  for (let row = 0; row < size; row += 1)
    covariance[diagonal(row)] = (covariance[diagonal(row)] ?? 0) + least;
  return covariance.map((value) => value / Math.max(1, count));
}

/** The lower triangle whose product with its own transpose is `matrix` (Cholesky), of which the lower half is read. */
function triangleOf(matrix: Float64Array, size: number): Float32Array {
  const triangle = new Float64Array(size * size);
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column <= row; column += 1) {
      let sum = matrix[row * size + column] ?? 0;
      for (let place = 0; place < column; place += 1)
        sum -= (triangle[row * size + place] ?? 0) * (triangle[column * size + place] ?? 0);
      triangle[row * size + column] =
        row === column ? Math.sqrt(sum) : sum / (triangle[column * size + column] ?? 1);
    }
  }
  return Float32Array.from(triangle);
}
