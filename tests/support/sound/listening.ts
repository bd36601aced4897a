/** Listening with numbers: loudness over time, and words in common. */

export interface Stretch {
  /** Seconds from the start of the recording. */
  readonly start: number;
  readonly end: number;
}

/** Root mean square of the samples, 0 to 1. */
export function loudness(samples: Int16Array): number {
  let sum = 0;
  for (const sample of samples) sum += (sample / 32_768) ** 2;
  return samples.length === 0 ? 0 : Math.sqrt(sum / samples.length);
}

/** Stretches louder than `threshold` in 10 ms steps; gaps under `bridge` seconds are closed. */
export function soundingStretches(
  samples: Int16Array,
  { sampleRate = 16_000, threshold = 0.008, bridge = 0.35 } = {},
): Stretch[] {
  const step = sampleRate / 100;
  const found: { start: number; end: number }[] = [];
  for (let index = 0; index + step <= samples.length; index += step) {
    if (loudness(samples.subarray(index, index + step)) < threshold) continue;
    const start = index / sampleRate;
    const last = found.at(-1);
    if (last !== undefined && start - last.end < bridge) last.end = start + 0.01;
    else found.push({ start, end: start + 0.01 });
  }
  return found.filter((stretch) => stretch.end - stretch.start > 0.05);
}

export function words(text: string): string[] {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9' ]+/g, ' ')
    .split(/\s+/)
    .filter(Boolean);
}

/** Share of the words of `expected` that `heard` has too, in any order. */
export function wordOverlap(expected: string, heard: string): number {
  const wanted = words(expected);
  const pool = words(heard);
  const hits = wanted.filter((word) => {
    const at = pool.indexOf(word);
    if (at >= 0) pool.splice(at, 1);
    return at >= 0;
  });
  return wanted.length === 0 ? 0 : hits.length / wanted.length;
}
