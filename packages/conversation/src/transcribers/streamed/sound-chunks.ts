/** Cuts sound into messages: neither so short that they are refused, nor so long. Samples at 16 kHz. */
export interface SoundChunks {
  push(samples: Float32Array): void;
  /** Sends what is left, with silence behind it where it is too short. */
  flush(): void;
}

/** 64 ms. */
const USUAL = 1_024;
/** Some providers refuse less than 50 ms, samples. */
const LEAST = 800;
/** And more than a second; 200 ms. */
const MOST = 3_200;

export function createSoundChunks(
  channels: 1 | 2,
  send: (bytes: Uint8Array, samples: number) => void,
): SoundChunks {
  let held: number[] = [];
  function emit(least: number) {
    let at = 0;
    while (at < held.length && held.length - at >= least) {
      const chunk = held.slice(at, at + MOST);
      at += chunk.length;
      send(encode(chunk, channels), chunk.length);
    }
    held = held.slice(at);
  }
  return {
    push(samples) {
      for (const sample of samples) held.push(sample);
      emit(USUAL);
    },
    flush() {
      while (held.length > 0 && held.length < LEAST) held.push(0);
      emit(1);
    },
  };
}

/** Signed 16-bit, little-endian; of two channels the second is silent. */
export function encode(samples: ArrayLike<number>, channels: 1 | 2): Uint8Array {
  const bytes = new Uint8Array(samples.length * channels * 2);
  const view = new DataView(bytes.buffer);
  for (let index = 0; index < samples.length; index += 1) {
    const limited = Math.max(-1, Math.min(1, samples[index] ?? 0));
    view.setInt16(index * channels * 2, Math.round(limited * 32_767), true);
  }
  return bytes;
}
