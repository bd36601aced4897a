import { shareOut } from './decide.ts';
import type { Ranked } from './rank.ts';

/** Nothing is entirely certain. */
const LEAST_SHARE = 1e-6;

/**
 * The mean of how likely each is by two readings, and of how likely none of them is.
 *
 * @param worth how much the first reading counts, of 1
 */
export function weighBoth(
  taken: readonly Ranked[],
  other: readonly Ranked[],
  worth: number,
): Ranked[] {
  const shares = new Map<string, number>();
  const sides = [
    [taken, worth],
    [other, 1 - worth],
  ] as const;
  let none = 1;
  for (const [ranked, part] of sides)
    for (const { entry, share } of shareOut(ranked)) {
      shares.set(entry.id, (shares.get(entry.id) ?? 0) + part * share);
      none -= part * share;
    }
  const known = new Map([...other, ...taken].map((one) => [one.entry.id, one]));
  return [...known.values()]
    .map((one) => ({
      ...one,
      odds: Math.log((shares.get(one.entry.id) ?? 0) / Math.max(none, LEAST_SHARE)),
    }))
    .sort((left, right) => right.odds - left.odds);
}
