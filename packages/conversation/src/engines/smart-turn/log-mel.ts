import { type Tensor, tensors } from '../network/tensors.ts';

/** What Whisper hears (Radford et al. 2022): loudness in 80 bands, 100 times a second. */
export const MEL_BANDS = 80;
/** Samples at 16 kHz. */
export const HOP = 160;
const WINDOW = 400;
const BINS = WINDOW / 2 + 1;
const RATE = 16_000;
/** Below the loudest by more than that counts as silence, in powers of ten. */
const RANGE = 8;
const LEAST_POWER = 1e-10;
const LEAST_VARIANCE = 1e-7;

/**
 * Of the last `length` samples, before which there was silence; of speech that is shorter the silence counts, too, so
 * that levels are those of the whole. Answers bands of the last `frames` hops, one hop in a row.
 */
export type LogMel = (pcm: Float32Array, length: number, frames: number) => Float32Array;

export function createLogMel(): LogMel {
  const basis = tensors.tensor(fourierBasis(), [WINDOW, 2 * BINS]);
  const bands = tensors.tensor(melBands(), [BINS, MEL_BANDS]);
  return (pcm, length, frames) =>
    tensors.tidy(() => {
      const windows = tensors.tensor(cut(evenOut(pcm, length), length, frames), [frames, WINDOW]);
      const waves = tensors.split(tensors.square(tensors.matMul(windows, basis)), 2, 1);
      const [real, imaginary] = waves as [Tensor, Tensor];
      return toDecades(tensors.matMul(tensors.add(real, imaginary), bands).dataSync());
    });
}

/** With a mean of none and a variance of one over all `length` samples. */
function evenOut(pcm: Float32Array, length: number): (index: number) => number {
  const heard = pcm.subarray(Math.max(0, pcm.length - length));
  const offset = length - heard.length;
  const mean = heard.reduce((sum, sample) => sum + sample, 0) / length;
  const power = heard.reduce((sum, sample) => sum + (sample - mean) ** 2, 0);
  const scale = 1 / Math.sqrt((power + offset * mean ** 2) / length + LEAST_VARIANCE);
  return (index) => ((heard[index - offset] ?? 0) - mean) * scale;
}

/** The windows of the last `frames` hops; what is beyond either end is mirrored. */
function cut(sampleAt: (index: number) => number, length: number, frames: number): Float32Array {
  const windows = new Float32Array(frames * WINDOW);
  const start = length - frames * HOP - WINDOW / 2;
  for (let frame = 0; frame < frames; frame += 1)
    for (let place = 0; place < WINDOW; place += 1) {
      const index = Math.abs(start + frame * HOP + place);
      const mirrored = index < length ? index : 2 * (length - 1) - index;
      windows[frame * WINDOW + place] = sampleAt(mirrored);
    }
  return windows;
}

function toDecades(powers: Float32Array): Float32Array {
  const decades = powers.map((power) => Math.log10(Math.max(LEAST_POWER, power)));
  const floor = decades.reduce((most, value) => Math.max(most, value), -Infinity) - RANGE;
  return decades.map((value) => (Math.max(floor, value) + 4) / 4);
}

/** Cosines, then sines, under a Hann window. */
function fourierBasis(): Float32Array {
  const basis = new Float32Array(WINDOW * 2 * BINS);
  for (let place = 0; place < WINDOW; place += 1) {
    const hann = 0.5 - 0.5 * Math.cos((2 * Math.PI * place) / WINDOW);
    for (let bin = 0; bin < BINS; bin += 1) {
      const angle = (2 * Math.PI * place * bin) / WINDOW;
      basis[place * 2 * BINS + bin] = hann * Math.cos(angle);
      basis[place * 2 * BINS + BINS + bin] = hann * Math.sin(angle);
    }
  }
  return basis;
}

/** Triangles that lie evenly on Slaney's scale of pitch, each of the same area. */
function melBands(): Float32Array {
  const most = pitchOf(RATE / 2);
  const edges = Array.from({ length: MEL_BANDS + 2 }, (_, place) =>
    hertzOf((most * place) / (MEL_BANDS + 1)),
  );
  const bands = new Float32Array(BINS * MEL_BANDS);
  for (let band = 0; band < MEL_BANDS; band += 1) {
    const [low = 0, middle = 0, high = 0] = edges.slice(band, band + 3);
    for (let bin = 0; bin < BINS; bin += 1) {
      const hertz = (bin * RATE) / WINDOW;
      const height = Math.min((hertz - low) / (middle - low), (high - hertz) / (high - middle));
      bands[bin * MEL_BANDS + band] = (2 / (high - low)) * Math.max(0, height);
    }
  }
  return bands;
}

/** Even up to 1 kHz, which is 15, and by ratios above. */
const STEP = Math.log(6.4) / 27;
const pitchOf = (hertz: number) =>
  hertz < 1_000 ? (3 * hertz) / 200 : 15 + Math.log(hertz / 1_000) / STEP;
const hertzOf = (pitch: number) =>
  pitch < 15 ? (200 * pitch) / 3 : 1_000 * Math.exp(STEP * (pitch - 15));
