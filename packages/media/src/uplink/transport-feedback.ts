import type { Clock } from '@kindling/protocol/clock';
import { writeTransportFeedback } from '../rtp/write-rtcp.ts';

/** A jump of the numbering larger than this is a new start. */
const MAX_GAP = 1_000;
/** Packets that one message reports at most. */
const MAX_REPORTED = 400;
const FEEDBACK_INTERVAL = 100;

/** Records when the packets of a connection arrived, by their transport-wide sequence numbers. */
export interface ArrivalLog {
  readonly empty: boolean;
  note(sequence: number, now: number): void;
  /** The arrivals not reported yet as one RTCP message; null when there are none. */
  take(ssrc: number, media: number): Buffer | null;
}

export function createArrivalLog(): ArrivalLog {
  const arrivals = new Map<number, number>();
  /** Unwrapped number of the first packet that has not been reported. */
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
      const length = Math.min(highest - first + 1, MAX_REPORTED);
      const reported = Array.from({ length }, (_, index) => arrivals.get(first + index) ?? null);
      for (let index = 0; index < length; index++) arrivals.delete(first + index);
      base = first + length;
      if (reported.every((arrival) => arrival === null)) return null;
      return writeTransportFeedback({
        ssrc,
        media,
        base: first,
        arrivals: reported,
        count: count++,
      });
    },
  };
}

export interface TransportFeedbackOptions {
  readonly clock: Clock;
  /** SSRC that the reports are sent from. */
  readonly ssrc: number;
  /** SSRC of a received video stream; undefined while there is none. */
  readonly mediaSsrc: () => number | undefined;
  readonly transmit: (packet: Buffer) => boolean;
}

/** Tells a sender when its packets arrived; from that it estimates how much bitrate fits. */
export function createTransportFeedback(options: TransportFeedbackOptions) {
  const { clock, ssrc } = options;
  const log = createArrivalLog();
  let cancelFlush: (() => void) | null = null;

  const flush = (): void => {
    cancelFlush = null;
    const media = options.mediaSsrc();
    const packet = media === undefined ? null : log.take(ssrc, media);
    if (packet !== null) options.transmit(packet);
    if (!log.empty) cancelFlush = clock.schedule(FEEDBACK_INTERVAL, flush);
  };

  return {
    note(sequence: number, now: number): void {
      log.note(sequence, now);
      cancelFlush ??= clock.schedule(FEEDBACK_INTERVAL, flush);
    },
    close: (): void => cancelFlush?.(),
  };
}
