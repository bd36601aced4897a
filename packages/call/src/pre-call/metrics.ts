import type { NetworkSample } from '../engine/quality/network-quality.ts';

/** Fewer samples than this prove nothing. */
export const MIN_SAMPLES = 2;

/** Thresholds at which talk overlaps and words are lost; seconds, and fractions of packets. */
const LIMITS = {
  warning: { roundTripTime: 0.4, loss: 0.05 },
  bad: { roundTripTime: 1, loss: 0.2 },
} as const;
/** Enough for a small video and a voice; bits per second. */
const BITRATE = { warning: 300_000, bad: 100_000 } as const;

type Metric = Exclude<keyof NetworkSample, 'timestamp'>;

export function average(samples: readonly NetworkSample[], metric: Metric): number | null {
  const known = knownOf(samples, metric);
  return known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0) / known.length;
}

export function maximum(samples: readonly NetworkSample[], metric: Metric): number | null {
  const known = knownOf(samples, metric);
  return known.length === 0 ? null : Math.max(...known);
}

/** One grade for all metrics; unknown ones do not count. */
export function grade(metrics: {
  readonly roundTripTime: number | null;
  readonly loss: number | null;
  readonly bitrate: number | null;
}): 'good' | 'warning' | 'bad' {
  const beyond = (level: 'warning' | 'bad') =>
    (metrics.roundTripTime ?? 0) >= LIMITS[level].roundTripTime ||
    (metrics.loss ?? 0) >= LIMITS[level].loss ||
    (metrics.bitrate ?? Number.POSITIVE_INFINITY) < BITRATE[level];
  if (beyond('bad')) return 'bad';
  return beyond('warning') ? 'warning' : 'good';
}

function knownOf(samples: readonly NetworkSample[], metric: Metric): number[] {
  return samples.map((sample) => sample[metric]).filter((value) => value !== null);
}
