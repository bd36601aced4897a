import { createResampler } from '../../playout/resampler.ts';

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
  const resampler = createResampler(Math.round(speed * STEPS), STEPS);
  const body = resampler.process(
    Int16Array.from(pcm, (sample) => Math.max(-1, Math.min(1, sample)) * (FULL_SCALE - 1)),
  );
  const tail = resampler.flush();
  const sound = new Float32Array(body.length + tail.length);
  sound.set(body);
  sound.set(tail, body.length);
  return sound.map((sample) => sample / FULL_SCALE);
}
