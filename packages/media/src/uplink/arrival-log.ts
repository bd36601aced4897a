import { writeTransportFeedback } from '../rtp/write-rtcp.ts';

/** A jump of the numbering larger than this is a new start. */
const MAX_GAP = 1_000;
const MAX_TOLD = 400;

/** Collects when the packets of a connection came, by their transport-wide numbers. */
export interface ArrivalLog {
  readonly empty: boolean;
  note(sequence: number, now: number): void;
  /** What has not been told yet, as a message to the sender; null when nothing came. */
  take(ssrc: number, media: number): Buffer | null;
}

export function createArrivalLog(): ArrivalLog {
  const arrivals = new Map<number, number>();
  /** Unwrapped number of the next packet to tell of. */
  let base: number | null = null;
  let highest = 0;
  let count = 0;

  return {
    get empty() {
      return arrivals.size === 0;
    },
    note(sequence, now) {
      if (base === null) {
        base = sequence;
        highest = sequence;
      }
      const number = highest + (((sequence - highest) << 16) >> 16);
      if (Math.abs(number - highest) > MAX_GAP) {
        arrivals.clear();
        base = sequence;
        highest = sequence;
        arrivals.set(sequence, now);
        return;
      }
      if (number < base) return;
      highest = Math.max(highest, number);
      arrivals.set(number, now);
    },
    take(ssrc, media) {
      if (base === null || arrivals.size === 0) return null;
      const first = base;
      const length = Math.min(highest - first + 1, MAX_TOLD);
      const told = Array.from({ length }, (_, index) => arrivals.get(first + index) ?? null);
      for (let index = 0; index < length; index++) arrivals.delete(first + index);
      base = first + length;
      if (told.every((arrival) => arrival === null)) return null;
      return writeTransportFeedback({ ssrc, media, base: first, arrivals: told, count: count++ });
    },
  };
}
