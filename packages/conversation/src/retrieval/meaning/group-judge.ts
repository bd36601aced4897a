import { likeness } from './vectors.ts';

/** How often each example is learned from. */
const ROUNDS = 3;
/** Of the first step; the last one is next to nothing. */
const RATE = 0.1;
/** Meanings have length 1, which would take many steps to tell apart. */
const STRETCH = 4;
/** Groups with a smaller error are not updated: there are hundreds, and what is learned is as good. */
const MIN_ERROR = 0.01;

export interface GroupedExamples {
  /** One after the other, group by group, as `toMeaning` makes them: `size` numbers each. */
  readonly examples: Float32Array;
  readonly size: number;
  /** Examples in each group. */
  readonly counts: readonly number[];
}

/**
 * Learns to tell groups from each other by what their examples mean (softmax regression, by gradient descent over one
 * example after another): for each group `size` weights and a bias.
 */
export function learnJudge({ examples, size, counts }: GroupedExamples): Float32Array {
  const groupOf = counts.flatMap((count, group) => Array<number>(count).fill(group));
  const weights = new Float32Array(counts.length * (size + 1));
  const steps = ROUNDS * groupOf.length;
  let step = 0;
  for (let round = 0; round < ROUNDS; round += 1)
    for (const place of shuffled(groupOf.length, round)) {
      const meaning = examples.subarray(place * size, (place + 1) * size);
      const rate = RATE * (1 - step / steps);
      step += 1;
      for (const [group, share] of sharesOf(meaning, weights).entries()) {
        const error = share - (group === groupOf[place] ? 1 : 0);
        if (Math.abs(error) < MIN_ERROR) continue;
        const own = weights.subarray(group * (size + 1), (group + 1) * (size + 1));
        for (let at = 0; at < size; at += 1)
          own[at] = (own[at] as number) - rate * error * STRETCH * (meaning[at] as number);
        own[size] = (own[size] as number) - rate * error;
      }
    }
  return weights;
}

/** How likely a meaning belongs to each group, by the weights of `learnJudge`: natural logarithms. */
export function judgeGroups(meaning: Float32Array, weights: Float32Array): Float32Array {
  const sums = sumsOf(meaning, weights);
  const most = sums.reduce((best, sum) => Math.max(best, sum), Number.NEGATIVE_INFINITY);
  const all = sums.reduce((total, sum) => total + Math.exp(sum - most), 0);
  return sums.map((sum) => sum - most - Math.log(all));
}

function sharesOf(meaning: Float32Array, weights: Float32Array): Float32Array {
  return judgeGroups(meaning, weights).map(Math.exp);
}

function sumsOf(meaning: Float32Array, weights: Float32Array): Float32Array {
  const size = meaning.length;
  const sums = new Float32Array(weights.length / (size + 1));
  for (let group = 0; group < sums.length; group += 1) {
    const start = group * (size + 1);
    const own = weights.subarray(start, start + size);
    sums[group] = STRETCH * likeness(meaning, own) + (weights[start + size] as number);
  }
  return sums;
}

/** The numbers below `count`, in an order that is the same each time (Fisher–Yates, by a linear congruence). */
function shuffled(count: number, seed: number): Uint32Array {
  const order = Uint32Array.from({ length: count }, (_, place) => place);
  let state = seed + 1;
  for (let last = count - 1; last > 0; last -= 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const other = Math.floor((state / 2 ** 32) * (last + 1));
    const kept = order[last] as number;
    order[last] = order[other] as number;
    order[other] = kept;
  }
  return order;
}
