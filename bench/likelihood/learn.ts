/** An entry that may answer a question, or, with a `name` of null, that nothing does. */
export interface Option {
  readonly name: string | null;
  readonly sort: string;
  readonly evidence: Readonly<Record<string, number>>;
  readonly right: boolean;
}

export interface Case {
  readonly set: string;
  readonly worth: number;
  readonly question: string;
  readonly options: readonly Option[];
}

/** By the sort of an option and the name of the evidence. */
export type Weights = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** All other evidence speaks for an entry, never against it. */
const FREE = /^none| (?:bias|away)$/;
const ROUNDS = 250;
const RATE = 0.2;
/** Draws the weights to zero. */
const SHRINK = 0.001;

/** A share for each option, which sum to 1. */
export function probabilities({ options }: Case, weights: Weights): number[] {
  return softmax(
    options.map(({ sort, evidence }) =>
      Object.entries(evidence).reduce(
        (sum, [name, value]) => sum + value * (weights[sort]?.[name] ?? 0),
        0,
      ),
    ),
  );
}

/** Conditional logistic regression, all cases at once, with a step size of its own for each weight (Adam). */
export function learn(cases: readonly Case[]): Weights {
  const names = [
    ...new Set(
      cases.flatMap(({ options }) =>
        options.flatMap(({ sort, evidence }) =>
          Object.keys(evidence).map((name) => `${sort} ${name}`),
        ),
      ),
    ),
  ].sort();
  const placeOf = new Map(names.map((name, place) => [name, place]));
  const rows = cases
    .filter(({ options }) => options.some(({ right }) => right))
    .map(({ worth, options }) => ({
      worth,
      right: options.map(({ right }) => right),
      options: options.map(({ sort, evidence }) =>
        Object.entries(evidence).map(
          ([name, value]) => [placeOf.get(`${sort} ${name}`) ?? 0, value] as const,
        ),
      ),
    }));
  const weights = descend(
    names.length,
    (values) => slope(rows, values),
    (place) => FREE.test(names[place] ?? ''),
  );
  const result: Record<string, Record<string, number>> = {};
  for (const [place, key] of names.entries()) {
    const [sort = '', name = ''] = key.split(' ');
    result[sort] = { ...result[sort], [name]: Math.round((weights[place] ?? 0) * 100) / 100 };
  }
  return result;
}

interface Row {
  readonly worth: number;
  readonly right: readonly boolean[];
  readonly options: readonly (readonly (readonly [place: number, value: number])[])[];
}

function slope(rows: readonly Row[], weights: Float64Array): Float64Array {
  const sums = new Float64Array(weights.length);
  let all = 0;
  for (const { worth, right, options } of rows) {
    all += worth;
    const shares = softmax(
      options.map((row) =>
        row.reduce((sum, [place, value]) => sum + value * (weights[place] ?? 0), 0),
      ),
    );
    const rightShare = shares.reduce((sum, share, index) => sum + (right[index] ? share : 0), 1e-9);
    for (const [index, row] of options.entries()) {
      const share = shares[index] ?? 0;
      const error = worth * (share - (right[index] ? share / rightShare : 0));
      for (const [place, value] of row) sums[place] = (sums[place] ?? 0) + error * value;
    }
  }
  return sums.map((sum, place) => sum / all + SHRINK * (weights[place] ?? 0));
}

function descend(
  size: number,
  slopeAt: (weights: Float64Array) => Float64Array,
  isFree: (place: number) => boolean,
): Float64Array {
  const weights = new Float64Array(size);
  const mean = new Float64Array(size);
  const square = new Float64Array(size);
  for (let round = 1; round <= ROUNDS; round += 1) {
    for (const [place, value] of slopeAt(weights).entries()) {
      mean[place] = 0.9 * (mean[place] ?? 0) + 0.1 * value;
      square[place] = 0.99 * (square[place] ?? 0) + 0.01 * value * value;
      const step = (mean[place] ?? 0) / (1 - 0.9 ** round);
      const scale = Math.sqrt((square[place] ?? 0) / (1 - 0.99 ** round)) + 1e-8;
      const moved = (weights[place] ?? 0) - (RATE * step) / scale;
      weights[place] = isFree(place) ? moved : Math.max(0, moved);
    }
  }
  return weights;
}

function softmax(scores: readonly number[]): number[] {
  const most = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - most));
  const sum = powers.reduce((left, right) => left + right, 0);
  return powers.map((power) => power / sum);
}
