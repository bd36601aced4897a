/** How much of some words was found elsewhere, by weight. */
export interface Coverage {
  readonly found: number;
  readonly all: number;
}

/** `worthOf` says of a word, by its index, how well it was found: 0 to 1. */
export function cover(weights: readonly number[], worthOf: (index: number) => number): Coverage {
  let all = 0;
  let found = 0;
  for (const [index, weight] of weights.entries()) {
    all += weight;
    found += weight * worthOf(index);
  }
  return { found, all };
}

/** 0 to 1; `whenNothing` where there was nothing to find. */
export function shareOf({ found, all }: Coverage, whenNothing: number): number {
  return all === 0 ? whenNothing : found / all;
}
