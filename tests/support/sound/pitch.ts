const SAMPLE_RATE = 16_000;
const WINDOW = 640;
/** Voices of grown-up people, Hz. */
const [LOWEST, HIGHEST] = [70, 280];
/** Below this a stretch has no tone: a hiss, or silence. */
const TONAL = 0.6;

/** The middle pitch of a voice at 16 kHz, in Hz: by autocorrelation, over the parts that have a tone. */
export function medianPitch(samples: Int16Array): number {
  const found: number[] = [];
  for (let start = 0; start + 2 * WINDOW <= samples.length; start += WINDOW / 2) {
    const pitch = pitchAt(samples, start);
    if (pitch !== null) found.push(pitch);
  }
  const sorted = found.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function pitchAt(samples: Int16Array, start: number): number | null {
  const own = product(samples, start, 0);
  // Softer than a voice.
  if (own / WINDOW < 300 ** 2) return null;
  let best = { lag: 0, likeness: 0 };
  for (let lag = Math.floor(SAMPLE_RATE / HIGHEST); lag <= SAMPLE_RATE / LOWEST; lag += 1) {
    const shifted = product(samples, start + lag, 0);
    const likeness = product(samples, start, lag) / Math.sqrt(own * shifted || 1);
    // A multiple of the period is as alike: the shortest that comes close is the pitch.
    if (likeness > best.likeness + 0.03) best = { lag, likeness };
  }
  return best.likeness < TONAL ? null : SAMPLE_RATE / best.lag;
}

function product(samples: Int16Array, start: number, lag: number): number {
  let sum = 0;
  for (let index = start; index < start + WINDOW; index += 1)
    sum += (samples[index] ?? 0) * (samples[index + lag] ?? 0);
  return sum;
}
