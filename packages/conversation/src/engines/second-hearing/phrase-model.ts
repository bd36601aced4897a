/** How likely tokens are to follow each other, by the phrases it was made of. */
export interface PhraseModel {
  /** The tokens that occur, rising; in everything else a token is its place among them. */
  readonly tokens: readonly number[];
  readonly end: number;
  /** Logarithms of how likely each token is behind these; the same memory each time. */
  follow(written: readonly number[]): Float32Array;
}

/** How many tokens before one tell how likely it is. */
const REACH = 3;
/** Taken off every count for what was never seen (Ney, Essen and Kneser 1994). */
const DISCOUNT = 0.7;
/** Contexts this short are behind much, and their likelihoods are kept, of so many of them. */
const KEPT_REACH = 1;
const MAX_KEPT = 200;
/** Before the first token of a phrase. */
const START = -1;

/** @param phrases tokens of each phrase. @param end the token that ends a text */
export function createPhraseModel(
  phrases: readonly (readonly number[])[],
  end: number,
): PhraseModel {
  const tokens = [...new Set(phrases.flat()), end].sort((left, right) => left - right);
  const placeOf = new Map(tokens.map((token, place) => [token, place]));
  const text = phrases.flatMap((phrase) => [
    ...Array<number>(REACH).fill(START),
    ...phrase.map((token) => placeOf.get(token) ?? 0),
    placeOf.get(end) ?? 0,
  ]);
  const sorted = sortByContext(text);
  const kept = new Map<string, Float32Array>();
  const shares = new Float32Array(tokens.length);

  /** What is behind few tokens is behind much: it is kept. */
  function keptBehind(context: readonly number[]): Float32Array {
    const key = context.join(' ');
    const known = kept.get(key);
    if (known !== undefined) return known;
    const found =
      context.length === 0
        ? new Float32Array(tokens.length).fill(1 / tokens.length)
        : keptBehind(context.slice(1)).slice();
    learn(found, countFollowing(text, sorted, context));
    if (kept.size >= MAX_KEPT) kept.clear();
    kept.set(key, found);
    return found;
  }

  return {
    tokens,
    end: placeOf.get(end) ?? 0,
    follow(written) {
      const context = [...Array<number>(REACH).fill(START), ...written].slice(-REACH);
      shares.set(keptBehind(context.slice(-KEPT_REACH)));
      for (let reach = KEPT_REACH + 1; reach <= REACH; reach += 1)
        learn(shares, countFollowing(text, sorted, context.slice(-reach)));
      for (let place = 0; place < shares.length; place += 1)
        shares[place] = Math.log(shares[place] ?? 0);
      return shares;
    },
  };
}

/** Absolute discounting: what is taken off the counts is spread by `shares`, those of the shorter context. */
function learn(shares: Float32Array, counts: ReadonlyMap<number, number>): void {
  let total = 0;
  for (const count of counts.values()) total += count;
  if (total === 0) return;
  const left = (DISCOUNT * counts.size) / total;
  for (let place = 0; place < shares.length; place += 1)
    shares[place] = (shares[place] ?? 0) * left;
  for (const [place, count] of counts)
    shares[place] = (shares[place] ?? 0) + (count - DISCOUNT) / total;
}

/** Places of tokens in `text`, by the token before, then the one before that. */
function sortByContext(text: readonly number[]): Int32Array {
  const places = text.flatMap((token, place) => (token === START ? [] : [place]));
  return Int32Array.from(places).sort((left, right) => {
    for (let back = 1; back <= REACH; back += 1) {
      const difference = (text[left - back] ?? START) - (text[right - back] ?? START);
      if (difference !== 0) return difference;
    }
    return 0;
  });
}

function countFollowing(
  text: readonly number[],
  sorted: Int32Array,
  context: readonly number[],
): ReadonlyMap<number, number> {
  const compare = (place: number) => {
    for (let back = 1; back <= context.length; back += 1) {
      const difference = (text[place - back] ?? START) - (context.at(-back) ?? START);
      if (difference !== 0) return difference;
    }
    return 0;
  };
  const counts = new Map<number, number>();
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compare(sorted[middle] ?? 0) < 0) low = middle + 1;
    else high = middle;
  }
  for (let at = low; at < sorted.length && compare(sorted[at] ?? 0) === 0; at += 1) {
    const token = text[sorted[at] ?? 0] ?? 0;
    counts.set(token, (counts.get(token) ?? 0) + 1);
  }
  return counts;
}
