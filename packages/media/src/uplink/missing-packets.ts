/** Beyond this many missing packets a key frame is cheaper than retransmissions. */
const MAX_MISSING = 100;
const RETRY_INTERVAL = 80;
const MAX_REQUESTS = 6;
const NOTHING: Wanted = { packets: [], keyFrame: false };

export interface Wanted {
  /** Ascending. */
  readonly packets: readonly number[];
  /** A packet is lost for good: only a key frame helps. */
  readonly keyFrame: boolean;
}

/** Finds the missing packets of one stream and decides when to request them again (NACK). */
export interface MissingPackets {
  /** Records a packet that arrived; returns what to request now. */
  note(sequence: number, now: number): Wanted;
}

export function createMissingPackets(): MissingPackets {
  const missing = new Map<number, { requests: number; at: number }>();
  /** Unwrapped. */
  let highest: number | null = null;

  return {
    note(sequence, now) {
      if (highest === null) {
        highest = sequence;
        return NOTHING;
      }
      const number = highest + (((sequence - highest) << 16) >> 16);
      missing.delete(number);
      if (number - highest > MAX_MISSING || missing.size > MAX_MISSING) {
        missing.clear();
        highest = Math.max(number, highest);
        return { packets: [], keyFrame: true };
      }
      for (let gap = highest + 1; gap < number; gap++)
        missing.set(gap, { requests: 0, at: Number.NEGATIVE_INFINITY });
      highest = Math.max(highest, number);
      if (missing.size === 0) return NOTHING;
      const packets: number[] = [];
      let keyFrame = false;
      for (const [gap, state] of missing) {
        if (now - state.at < RETRY_INTERVAL) continue;
        if (state.requests >= MAX_REQUESTS) {
          missing.delete(gap);
          keyFrame = true;
          continue;
        }
        state.requests++;
        state.at = now;
        packets.push(gap & 0xffff);
      }
      return { packets, keyFrame };
    },
  };
}
