import { shareOut } from './decide.ts';
import type { Ranked } from './rank.ts';

/** Nothing is entirely certain. */
const LEAST_SHARE = 1e-6;

export interface WeightedReading {
  readonly ranked: readonly Ranked[];
  /** How much it counts beside the others. */
  readonly weight: number;
}

/** The mean of how likely each is by several readings, and of how likely none of them is; what the first knows of it. */
export function weighReadings(readings: readonly WeightedReading[]): Ranked[] {
  const total = readings.reduce((sum, { weight }) => sum + weight, 0);
  const shares = new Map<string, number>();
  let none = 1;
  for (const { ranked, weight } of readings)
    for (const { entry, share } of shareOut(ranked)) {
      const part = (weight / total) * share;
      shares.set(entry.id, (shares.get(entry.id) ?? 0) + part);
      none -= part;
    }
  const known = new Map(
    readings.toReversed().flatMap(({ ranked }) => ranked.map((one) => [one.entry.id, one])),
  );
  return [...known.values()]
    .map((one) => ({
      ...one,
      odds: Math.log((shares.get(one.entry.id) ?? 0) / Math.max(none, LEAST_SHARE)),
    }))
    .sort((left, right) => right.odds - left.odds);
}
