import { likeness } from './vectors.ts';

/** How often each example is learned from. */
const ROUNDS = 3;
/** Of the first step; the last one is next to nothing. */
const RATE = 0.1;
/** Meanings have length 1, which would take many steps to tell apart. */
const STRETCH = 4;
/** Groups with a smaller error are not updated: there are hundreds, and what is learned is as good. */
const MIN_ERROR = 0.01;

/**
 * Learns to tell groups from each other by the meanings of their examples, as `toMeaning` makes them (softmax
 * regression, by gradient descent over one example after another): for each group as many weights as a meaning has
 * numbers, and a bias.
 */
export function learnJudge(groups: readonly (readonly Float32Array[])[]): Float32Array {
  const examples = groups.flatMap((meanings, group) =>
    meanings.map((meaning) => ({ meaning, group })),
  );
  const size = examples[0]?.meaning.length ?? 0;
  return learnOn(new Float32Array(groups.length * (size + 1)), examples);
}

/** A meaning, and the number of the group it belongs to. */
export interface GroupExample {
  readonly meaning: Float32Array;
  readonly group: number;
}

/** The same with weights that were learned before, which become those of all. */
export function learnOn(weights: Float32Array, examples: readonly GroupExample[]): Float32Array {
  const size = examples[0]?.meaning.length ?? 0;
  const steps = ROUNDS * examples.length;
  let step = 0;
  for (let round = 0; round < ROUNDS; round += 1)
    for (const { meaning, group } of shuffled(examples, round)) {
      const rate = RATE * (1 - step / steps);
      step += 1;
      for (const [other, share] of sharesOf(meaning, weights).entries()) {
        const error = share - (other === group ? 1 : 0);
        if (Math.abs(error) < MIN_ERROR) continue;
        const own = weights.subarray(other * (size + 1), (other + 1) * (size + 1));
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

/** In an order that is the same each time (Fisher–Yates, by a linear congruence). */
function shuffled<Item>(items: readonly Item[], seed: number): Item[] {
  const order = [...items];
  let state = seed + 1;
  for (let last = order.length - 1; last > 0; last -= 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const other = Math.floor((state / 2 ** 32) * (last + 1));
    [order[last], order[other]] = [order[other] as Item, order[last] as Item];
  }
  return order;
}
