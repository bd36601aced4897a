/** More than a second of a video stream of the best quality. */
const SIZE = 256;

/** Who misses a packet asks again before it can have come. */
const ON_ITS_WAY = 60;

/** The last packets sent on a stream, for who missed one. */
export interface PacketCache {
  put(sequence: number, packet: Buffer): void;
  /** Null for one that is not kept, or was taken a moment ago: it is still on its way. */
  take(sequence: number, now: number): Buffer | null;
  clear(): void;
}

interface Kept {
  readonly sequence: number;
  readonly packet: Buffer;
  takenAt: number;
}

export function createPacketCache(): PacketCache {
  let packets: (Kept | undefined)[] = [];
  return {
    put(sequence, packet) {
      packets[sequence % SIZE] = { sequence, packet, takenAt: Number.NEGATIVE_INFINITY };
    },
    take(sequence, now) {
      const found = packets[sequence % SIZE];
      if (found?.sequence !== sequence || now - found.takenAt < ON_ITS_WAY) return null;
      found.takenAt = now;
      return found.packet;
    },
    clear() {
      packets = [];
    },
  };
}
