/** A queue of samples: chunks of any size in, pieces of any size out. */
export interface SampleQueue {
  readonly length: number;
  push(pcm: Int16Array): void;
  /** Moves the oldest samples into `target`; returns how many there were. */
  shift(target: Int16Array): number;
  clear(): void;
}

export function createSampleQueue(): SampleQueue {
  let chunks: Int16Array[] = [];
  let head = 0;
  let offset = 0;
  let length = 0;

  const dropHead = (): void => {
    head++;
    offset = 0;
    if (head < 64) return;
    chunks = chunks.slice(head);
    head = 0;
  };

  return {
    get length() {
      return length;
    },
    push(pcm) {
      if (pcm.length === 0) return;
      // A copy: the caller may use its buffer again.
      chunks.push(pcm.slice());
      length += pcm.length;
    },
    shift(target) {
      let filled = 0;
      for (
        let chunk = chunks[head];
        chunk !== undefined && filled < target.length;
        chunk = chunks[head]
      ) {
        const piece = chunk.subarray(offset, offset + target.length - filled);
        target.set(piece, filled);
        filled += piece.length;
        offset += piece.length;
        if (offset === chunk.length) dropHead();
      }
      length -= filled;
      return filled;
    },
    clear() {
      chunks = [];
      head = 0;
      offset = 0;
      length = 0;
    },
  };
}
