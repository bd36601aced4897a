/** More missing at once than it makes sense to ask for. */
const MAX_MISSING = 100;
const RETRY_AFTER = 80;
const MAX_ASKED = 6;
const NOTHING: Wanted = { packets: [], keyFrame: false };

export interface Wanted {
  /** Ascending. */
  readonly packets: readonly number[];
  /** Something is lost for good: only a key frame helps. */
  readonly keyFrame: boolean;
}

/** Packets of one stream that did not come, to ask for them again. */
export interface MissingPackets {
  /** A packet came. Returns what to ask for now. */
  note(sequence: number, now: number): Wanted;
}

export function createMissingPackets(): MissingPackets {
  const missing = new Map<number, { asked: number; at: number }>();
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
        missing.set(gap, { asked: 0, at: Number.NEGATIVE_INFINITY });
      highest = Math.max(highest, number);
      if (missing.size === 0) return NOTHING;
      const packets: number[] = [];
      let keyFrame = false;
      for (const [gap, state] of missing) {
        if (now - state.at < RETRY_AFTER) continue;
        if (state.asked >= MAX_ASKED) {
          missing.delete(gap);
          keyFrame = true;
          continue;
        }
        state.asked++;
        state.at = now;
        packets.push(gap & 0xffff);
      }
      return { packets, keyFrame };
    },
  };
}
