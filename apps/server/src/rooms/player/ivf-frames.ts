export interface IvfFrame {
  readonly data: Uint8Array;
  /** Ms from the start. */
  readonly time: number;
}

/** Frames of an IVF stream as they become whole. */
export function createIvfReader(): (chunk: Uint8Array) => IvfFrame[] {
  let pending = Buffer.alloc(0);
  let msPerTick: number | null = null;
  return (chunk) => {
    pending = Buffer.concat([pending, chunk]);
    const frames: IvfFrame[] = [];
    let at = 0;
    if (msPerTick === null) {
      if (pending.length < 32) return frames;
      msPerTick = (1_000 * pending.readUInt32LE(20)) / pending.readUInt32LE(16);
      at = pending.readUInt16LE(6);
    }
    while (pending.length >= at + 12) {
      const end = at + 12 + pending.readUInt32LE(at);
      if (pending.length < end) break;
      const time = Number(pending.readBigUInt64LE(at + 4)) * msPerTick;
      frames.push({ data: Uint8Array.from(pending.subarray(at + 12, end)), time });
      at = end;
    }
    pending = pending.subarray(at);
    return frames;
  };
}
