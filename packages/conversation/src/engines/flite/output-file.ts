export interface OutputFile {
  write(data: Uint8Array): void;
  /** `whence` as in WASI: 0 from the start, 1 from here, 2 from the end. Answers the new position. */
  seek(offset: number, whence: number): number;
  content(): Uint8Array<ArrayBuffer>;
}

/** A growing file in memory. */
export function createOutputFile(): OutputFile {
  let buffer = new Uint8Array(1 << 18);
  let position = 0;
  let length = 0;
  return {
    write(data) {
      const end = position + data.length;
      if (end > buffer.length) {
        const larger = new Uint8Array(Math.max(end, buffer.length * 2));
        larger.set(buffer);
        buffer = larger;
      }
      buffer.set(data, position);
      position = end;
      length = Math.max(length, end);
    },
    seek(offset, whence) {
      const base = whence === 0 ? 0 : whence === 1 ? position : length;
      position = Math.max(0, base + offset);
      return position;
    },
    content: () => buffer.slice(0, length),
  };
}
