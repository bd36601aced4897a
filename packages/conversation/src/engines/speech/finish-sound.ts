/** Silence kept at the ends, ms: none that delays an answer, enough to breathe between sentences. */
const LEADING = 20;
const TRAILING = 120;
/** Ramp at the ends against clicks, ms. */
const FADE = 4;
/** Sound below this share of the peak is silence: -40 dB. */
const FLOOR = 0.01;
/** Loudness of the spoken parts: -20 dBFS, the level of a telephone voice. */
const WANTED_RMS = 0.1;
const MAX_PEAK = 0.89;
const GAIN_RANGE = [0.4, 3] as const;

/** A synthesised sentence, ready to be played: trimmed at both ends, faded, and of even loudness. */
export function finishSound(pcm: Int16Array, sampleRate: number): Int16Array<ArrayBuffer> {
  const perMs = sampleRate / 1_000;
  const peak = peakOf(pcm);
  if (peak === 0) return new Int16Array(0);
  const floor = peak * FLOOR;
  const first = pcm.findIndex((sample) => Math.abs(sample) > floor);
  const last = pcm.findLastIndex((sample) => Math.abs(sample) > floor);
  const start = Math.max(0, first - LEADING * perMs);
  const end = Math.min(pcm.length, last + 1 + TRAILING * perMs);
  const gain = chooseGain(pcm.subarray(first, last + 1), peak);
  const fade = FADE * perMs;
  const sound = new Int16Array(end - start);
  for (let index = 0; index < sound.length; index += 1) {
    const edge = Math.min(1, index / fade, (sound.length - 1 - index) / fade);
    sound[index] = Math.round((pcm[start + index] ?? 0) * gain * edge);
  }
  return sound;
}

/** Loudness over the parts that are not pauses. */
function chooseGain(pcm: Int16Array, peak: number): number {
  let energy = 0;
  let count = 0;
  for (const sample of pcm) {
    if (Math.abs(sample) < peak * 0.03) continue;
    energy += (sample / 32_768) ** 2;
    count += 1;
  }
  const wanted = WANTED_RMS / Math.sqrt(energy / Math.max(1, count));
  const [least, most] = GAIN_RANGE;
  return Math.min(Math.max(least, wanted), most, (MAX_PEAK * 32_768) / peak);
}

function peakOf(pcm: Int16Array): number {
  let peak = 0;
  for (const sample of pcm) peak = Math.max(peak, Math.abs(sample));
  return peak;
}
