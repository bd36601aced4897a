import { SILENT } from './level-history.ts';

/** How the loudness of a sound goes up and down. */
export interface LevelPattern {
  /** Decibels, smoothed, less their mean. */
  readonly centred: readonly number[];
  /** Square root of the sum of squares of `centred`. */
  readonly length: number;
  /** Decibels of full scale. */
  readonly loudest: number;
  /** Steps that are not silent beside the loudest. */
  readonly sounding: number;
}

/** Levels so far below the loudest count as silence, decibels. */
const RANGE = 30;

/** Null where nothing is louder than the rest. */
export function toPattern(levels: readonly number[]): LevelPattern | null {
  const loudest = Math.max(...levels);
  const floor = Math.max(SILENT, loudest - RANGE);
  const clipped = levels.map((level) => Math.max(floor, level));
  const smooth = clipped.map((level, index) => {
    const [before = level, after = level] = [clipped[index - 1], clipped[index + 1]];
    return (before + level + after) / 3;
  });
  const mean = smooth.reduce((sum, level) => sum + level, 0) / smooth.length;
  const centred = smooth.map((level) => level - mean);
  const length = Math.hypot(...centred);
  const sounding = levels.filter((level) => level > floor).length;
  return length === 0 ? null : { centred, length, loudest, sounding };
}

/** Correlation: 1 is the same, whatever the loudness. */
export function compareLevels(one: LevelPattern, other: LevelPattern): number {
  let product = 0;
  for (const [index, level] of one.centred.entries())
    product += level * (other.centred[index] ?? 0);
  return product / (one.length * other.length);
}
