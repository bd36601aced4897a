import { atSpeed } from './at-speed.ts';

/** Below this no word fits, ms. */
const MIN_DURATION = 120;
/** Single words, ms: Moonshine hears half as many again when silence surrounds them. */
const SHORT_DURATION = 1_200;
const SILENCE_BEFORE = 100;
const SILENCE_AFTER = 200;
/** Peak under which a stretch is called silent: -66 dBFS. Loudness above it makes no difference. */
const SILENT_PEAK = 0.0005;
/** Share of the peak that a step reaches when it belongs to the speech. */
const SPEECH_SHARE = 0.02;
const STEP = 10;
/**
 * The silence left around a second try, ms. Of sixty short questions three came back empty with the
 * silence they were spoken in, eighteen with 0.3 s more of it, and none with this.
 */
const SECOND_TRY_SILENCE = 50;
/** The silence around the other forms of it, ms, and how fast they are. */
const OTHER_FORMS = [
  [
    { before: 50, after: 50, speed: 1 },
    { before: 150, after: 150, speed: 1.0625 },
  ],
  [
    { before: 150, after: 150, speed: 0.95 },
    { before: 50, after: 300, speed: 1 },
  ],
] as const;

/**
 * The ways to offer a stretch to the recogniser, best first: a later one is for when those before
 * brought no words, which happens to a whole sentence now and then and mends itself with another
 * framing. None for what is silent or too short for a word.
 */
export function* prepareSpeech(pcm: Float32Array, sampleRate: number): Iterable<Float32Array> {
  const perMs = sampleRate / 1_000;
  if (pcm.length < MIN_DURATION * perMs || !pcm.some((sample) => Math.abs(sample) > SILENT_PEAK))
    return;
  const isShort = pcm.length < SHORT_DURATION * perMs;
  yield isShort ? surround(pcm, SILENCE_BEFORE * perMs, SILENCE_AFTER * perMs) : pcm;
  yield surround(trim(pcm, perMs), SECOND_TRY_SILENCE * perMs, SECOND_TRY_SILENCE * perMs);
}

/**
 * Speech framed otherwise, faster and slower, two by two: the recogniser makes other mistakes in each of them. Each is
 * made when it is asked for. None for what `prepareSpeech` offers nothing of.
 */
export function otherFormsOf(
  pcm: Float32Array,
  sampleRate: number,
): readonly (readonly (() => Float32Array)[])[] {
  const perMs = sampleRate / 1_000;
  const [first] = prepareSpeech(pcm, sampleRate);
  if (first === undefined) return [];
  const speech = trim(pcm, perMs);
  return OTHER_FORMS.map((forms) =>
    forms.map(
      ({ before, after, speed }) =>
        () =>
          atSpeed(surround(speech, before * perMs, after * perMs), speed),
    ),
  );
}

/** With so many samples of silence. */
export function surround(pcm: Float32Array, before: number, after: number): Float32Array {
  const surrounded = new Float32Array(pcm.length + before + after);
  surrounded.set(pcm, before);
  return surrounded;
}

/** Without what is quieter before and behind it. */
function trim(pcm: Float32Array, perMs: number): Float32Array {
  const [threshold, step] = [peakOf(pcm) * SPEECH_SHARE, STEP * perMs];
  let start = 0;
  while (start + step < pcm.length && peakOf(pcm.subarray(start, start + step)) < threshold)
    start += step;
  let end = pcm.length;
  while (end - step > start && peakOf(pcm.subarray(end - step, end)) < threshold) end -= step;
  return pcm.subarray(start, end);
}

function peakOf(pcm: Float32Array): number {
  let peak = 0;
  for (const sample of pcm) peak = Math.max(peak, Math.abs(sample));
  return peak;
}
