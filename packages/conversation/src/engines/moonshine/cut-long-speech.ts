export interface SpeechLimits {
  /** What is longer is cut, seconds. */
  readonly maxSeconds: number;
  /** Where the search for a cut begins, seconds. */
  readonly earliestCut: number;
}

/** Moonshine was trained on stretches of up to half a minute and loses words beyond. */
export const MOONSHINE_LIMITS: SpeechLimits = { maxSeconds: 24, earliestCut: 14 };
/** Window over which energy is measured to find a pause, ms. */
const WINDOW = 80;

/** Cuts speech that is too long for the model at its quietest moments; short speech comes back whole. */
export function cutLongSpeech(
  pcm: Float32Array,
  sampleRate: number,
  { maxSeconds, earliestCut }: SpeechLimits = MOONSHINE_LIMITS,
): readonly Float32Array[] {
  const parts: Float32Array[] = [];
  let rest = pcm;
  while (rest.length > maxSeconds * sampleRate) {
    const cut = quietestMoment(rest, earliestCut * sampleRate, maxSeconds * sampleRate, sampleRate);
    parts.push(rest.subarray(0, cut));
    rest = rest.subarray(cut);
  }
  parts.push(rest);
  return parts;
}

function quietestMoment(pcm: Float32Array, from: number, to: number, sampleRate: number): number {
  const window = (sampleRate * WINDOW) / 1_000;
  let quietest = Number.POSITIVE_INFINITY;
  let moment = to;
  for (let start = from; start + window <= to; start += window / 2) {
    let energy = 0;
    for (let index = start; index < start + window; index += 1) energy += (pcm[index] ?? 0) ** 2;
    if (energy < quietest) {
      quietest = energy;
      moment = start + window / 2;
    }
  }
  return moment;
}
