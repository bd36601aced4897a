/** A sine of `frequency` Hz, mono signed 16 bit. */
export function createTone(frequency: number, sampleRate: number, samples: number): Int16Array {
  return Int16Array.from({ length: samples }, (_, index) =>
    Math.round(8_000 * Math.sin((2 * Math.PI * frequency * index) / sampleRate)),
  );
}

/** Frequency by rising zero crossings, and the root mean square. */
export function measureTone(pcm: Int16Array, sampleRate: number) {
  let rises = 0;
  let energy = 0;
  for (let index = 1; index < pcm.length; index++) {
    const before = pcm[index - 1] ?? 0;
    const here = pcm[index] ?? 0;
    if (before < 0 && here >= 0) rises++;
    energy += here * here;
  }
  return {
    frequency: (rises * sampleRate) / pcm.length,
    level: Math.sqrt(energy / Math.max(1, pcm.length)),
  };
}
