/** Keeps the newest `capacity` samples of what is pushed. */
export interface AudioRing {
  push(pcm: Int16Array): void;
  /** Everything kept, oldest first; the ring is empty afterwards. */
  take(): Int16Array;
}

export function createAudioRing(capacity: number): AudioRing {
  let chunks: Int16Array[] = [];
  let kept = 0;
  return {
    push(pcm) {
      chunks.push(pcm.slice());
      kept += pcm.length;
      while (kept - (chunks[0]?.length ?? 0) >= capacity) kept -= chunks.shift()?.length ?? 0;
    },
    take() {
      const joined = new Int16Array(kept);
      let offset = 0;
      for (const chunk of chunks) {
        joined.set(chunk, offset);
        offset += chunk.length;
      }
      chunks = [];
      kept = 0;
      return joined.subarray(Math.max(0, joined.length - capacity));
    },
  };
}
