/** A step of the microphone: samples in [-1, 1] and when its last sample was heard. */
export interface AudioFrame {
  readonly samples: Float32Array;
  readonly endAt: number;
}

export interface Framer {
  /** Frames completed by this chunk; `now` is when its last sample arrived. */
  push(pcm: Int16Array, now: number): AudioFrame[];
}

/** Cuts chunks of any length into frames of exactly `frameSamples`. */
export function createFramer(frameSamples: number, sampleRate: number): Framer {
  let frame = new Float32Array(frameSamples);
  let filled = 0;
  return {
    push(pcm, now) {
      const frames: AudioFrame[] = [];
      for (let index = 0; index < pcm.length; index += 1) {
        frame[filled] = (pcm[index] ?? 0) / 32_768;
        filled += 1;
        if (filled < frameSamples) continue;
        const later = pcm.length - index - 1;
        frames.push({ samples: frame, endAt: now - (later * 1_000) / sampleRate });
        frame = new Float32Array(frameSamples);
        filled = 0;
      }
      return frames;
    },
  };
}
