/** Loudness of a frame in dB below the maximum, from 0 to 127 (RFC 6464). */
export function levelOf(pcm: Int16Array): number {
  let energy = 0;
  for (const sample of pcm) energy += sample * sample;
  const level = -10 * Math.log10(energy / Math.max(1, pcm.length) / 2 ** 30 + 1e-13);
  return Math.max(0, Math.min(127, level));
}
