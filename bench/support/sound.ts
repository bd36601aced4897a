/** Mono, 16 kHz, in [-1, 1]. */
export type Sound = Float32Array;

export const toPcm = (sound: Sound): Int16Array =>
  Int16Array.from(sound, (sample) => Math.round(32_767 * Math.max(-1, Math.min(1, sample))));

export const toSound = (pcm: Int16Array): Sound =>
  Float32Array.from(pcm, (sample) => sample / 32_768);
