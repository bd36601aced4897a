/** What an utterance, or a beginning of one, shows, and whether it is whole. */
export interface Sample {
  readonly features: readonly string[];
  readonly whole: 0 | 1;
  /** How much it counts for. */
  readonly worth: number;
}

export interface LearnOptions {
  readonly epochs: number;
  /** So many times anew, each in another order. */
  readonly orders: number;
  readonly rate: number;
  /** Features seen more seldom say nothing. */
  readonly minCount: number;
  /** What an epoch takes off every weight: those that say little go. */
  readonly shrink: number;
  /** Smaller weights are left out. */
  readonly minWeight: number;
}

/** Each with the places of its features among the weights. */
interface Placed extends Pick<Sample, 'whole' | 'worth'> {
  readonly places: Int32Array;
}

const BIAS = 'bias';

/**
 * Logistic regression with a step size of its own for each weight (AdaGrad). The weights are the mean of those after
 * each epoch but the first, in several orders: what came last weighs no more than what came before.
 */
export function learn(samples: readonly Sample[], options: LearnOptions): Map<string, number> {
  const { epochs, orders, minCount, minWeight } = options;
  const names = [BIAS, ...frequent(samples, minCount)];
  const placed = place(samples, names);
  const sums = new Float64Array(names.length);
  for (let order = 0; order < orders; order += 1)
    learnInOrder(placed, createShuffle(7 + order), { ...options, sums });
  const count = orders * (epochs - 1);
  const means = names.map((name, at) => [name, (sums[at] ?? 0) / count] as const);
  return new Map(
    means
      .filter(([name, weight]) => name === BIAS || Math.abs(weight) >= minWeight)
      .map(([name, weight]) => [name, Math.round(weight * 100) / 100]),
  );
}

type Shuffle = ReturnType<typeof createShuffle>;

/** Adds the weights after each epoch but the first to `sums`. */
function learnInOrder(
  samples: readonly Placed[],
  shuffle: Shuffle,
  { epochs, rate, shrink, sums }: LearnOptions & { readonly sums: Float64Array },
): void {
  const mixed = [...samples];
  const weights = new Float64Array(sums.length);
  const steps = new Float64Array(sums.length).fill(1e-6);
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    shuffle(mixed);
    for (const sample of mixed) correct(sample, { weights, steps, rate });
    for (let at = 1; at < weights.length; at += 1) weights[at] = shrunk(weights[at] ?? 0, shrink);
    if (epoch > 0)
      for (const [at, weight] of weights.entries()) sums[at] = (sums[at] ?? 0) + weight;
  }
}

const shrunk = (weight: number, by: number) =>
  Math.sign(weight) * Math.max(0, Math.abs(weight) - by);

function correct(
  { places, whole, worth }: Placed,
  { weights, steps, rate }: { weights: Float64Array; steps: Float64Array; rate: number },
): void {
  let score = 0;
  for (const at of places) score += weights[at] ?? 0;
  const error = worth * (1 / (1 + Math.exp(-score)) - whole);
  for (const at of places) {
    const step = (steps[at] ?? 0) + error * error;
    steps[at] = step;
    weights[at] = (weights[at] ?? 0) - (rate * error) / Math.sqrt(step);
  }
}

function frequent(samples: readonly Sample[], minCount: number): string[] {
  const counts = new Map<string, number>();
  for (const { features } of samples)
    for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  return [...counts].flatMap(([name, count]) => (count >= minCount ? [name] : []));
}

function place(samples: readonly Sample[], names: readonly string[]): Placed[] {
  const places = new Map(names.map((name, at) => [name, at]));
  return samples.map(({ features, whole, worth }) => ({
    whole,
    worth,
    places: Int32Array.from([BIAS, ...features].flatMap((name) => places.get(name) ?? [])),
  }));
}

/** The same orders for the same seed. */
function createShuffle(seed: number) {
  let state = seed;
  return <T>(list: T[]) => {
    for (let index = list.length - 1; index > 0; index -= 1) {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      const other = state % (index + 1);
      [list[index], list[other]] = [list[other] as T, list[index] as T];
    }
  };
}
