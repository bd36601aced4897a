/** Samples on their way, the oldest first. */
export interface HeardSamples {
  push(pcm: Int16Array): void;
  /** The oldest `count`, or as many as there are. */
  take(count: number): Int16Array;
  clear(): void;
}

/** @param max the oldest of more are dropped */
export function createHeardSamples(max: number): HeardSamples {
  let chunks: Int16Array[] = [];
  let length = 0;

  function take(count: number): Int16Array {
    const taken = new Int16Array(Math.max(0, Math.min(count, length)));
    let filled = 0;
    while (filled < taken.length) {
      const [chunk = new Int16Array()] = chunks;
      const part = chunk.subarray(0, taken.length - filled);
      taken.set(part, filled);
      filled += part.length;
      if (part.length === chunk.length) chunks.shift();
      else chunks[0] = chunk.subarray(part.length);
    }
    length -= taken.length;
    return taken;
  }

  return {
    push(pcm) {
      if (pcm.length === 0) return;
      chunks.push(pcm.slice());
      length += pcm.length;
      if (length > max) take(length - max);
    },
    take,
    clear() {
      chunks = [];
      length = 0;
    },
  };
}
