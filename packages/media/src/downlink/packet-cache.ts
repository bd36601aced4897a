/** More than a second of the best video layer. */
const SIZE = 256;

/** A receiver repeats its request while the packet is still on the way; ignored for this long, ms. */
const RESEND_INTERVAL = 60;

/** The last packets sent on a stream, for retransmission. */
export interface PacketCache {
  put(sequence: number, packet: Buffer): void;
  /** Null for a packet that is gone, or was resent a moment ago. */
  take(sequence: number, now: number): Buffer | null;
  clear(): void;
}

interface CachedPacket {
  readonly sequence: number;
  readonly packet: Buffer;
  takenAt: number;
}

export function createPacketCache(): PacketCache {
  let packets: (CachedPacket | undefined)[] = [];
  return {
    put(sequence, packet) {
      packets[sequence % SIZE] = { sequence, packet, takenAt: Number.NEGATIVE_INFINITY };
    },
    take(sequence, now) {
      const found = packets[sequence % SIZE];
      if (found?.sequence !== sequence || now - found.takenAt < RESEND_INTERVAL) return null;
      found.takenAt = now;
      return found.packet;
    },
    clear() {
      packets = [];
    },
  };
}
