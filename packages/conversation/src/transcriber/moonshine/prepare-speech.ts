/** Below this no word fits, ms. */
const SHORTEST = 120;
/** Single words, ms: Moonshine hears half as many again when silence surrounds them. */
const SHORT = 1_200;
const SILENCE_BEFORE = 100;
const SILENCE_AFTER = 200;
/** Peak under which a stretch is called silent: -66 dBFS. Loudness above it makes no difference. */
const SILENT_PEAK = 0.0005;

/**
 * The ways to offer a stretch to the recogniser, best first: a later one is for when those before
 * brought no words, which happens to a whole sentence now and then and mends itself with another
 * framing. None for what is silent or too short for a word.
 */
export function prepareSpeech(pcm: Float32Array, sampleRate: number): readonly Float32Array[] {
  const perMs = sampleRate / 1_000;
  if (pcm.length < SHORTEST * perMs || !pcm.some((sample) => Math.abs(sample) > SILENT_PEAK)) {
    return [];
  }
  const surrounded = new Float32Array(pcm.length + (SILENCE_BEFORE + SILENCE_AFTER) * perMs);
  surrounded.set(pcm, SILENCE_BEFORE * perMs);
  return pcm.length >= SHORT * perMs ? [pcm, surrounded] : [surrounded, pcm];
}
