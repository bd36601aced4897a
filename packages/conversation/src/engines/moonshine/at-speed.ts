import { resample } from '../../playout/resampler.ts';

/** Speeds are multiples of its reciprocal. */
const STEPS = 80;
const FULL_SCALE = 32_768;

/**
 * As a recording sounds that is played faster or slower, its pitch included: that of another speaker.
 *
 * @param pcm samples in [-1, 1]
 */
export function atSpeed(pcm: Float32Array, speed: number): Float32Array {
  if (speed === 1) return pcm;
  const samples = Int16Array.from(
    pcm,
    (sample) => Math.max(-1, Math.min(1, sample)) * (FULL_SCALE - 1),
  );
  const sound = resample(samples, Math.round(speed * STEPS), STEPS);
  return Float32Array.from(sound, (sample) => sample / FULL_SCALE);
}
