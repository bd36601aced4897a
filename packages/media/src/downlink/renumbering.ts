import { randomInt } from 'node:crypto';
import type { MediaPacket } from '../uplink/publication.ts';

/** A larger jump in the source's numbering counts as a new start. */
const MAX_JUMP = 3_000;
/** Changes of the offset that are remembered for late packets. */
const MAX_SPANS = 200;

export interface Numbers {
  readonly sequence: number;
  readonly timestamp: number;
}

/** Renumbers packets of changing sources into one continuous stream. */
export interface Renumbering {
  /** The packet is the first of a new source. */
  rebase(packet: MediaPacket): void;
  /** Forwarding resumes after a pause: the source went on, but the numbers must have no gap. */
  resume(packet: MediaPacket): void;
  /** Null for packets from before the last change, and for empty bandwidth probes. */
  map(packet: MediaPacket): Numbers | null;
  /** The packet was sent with these numbers. */
  noteSent(packet: MediaPacket, numbers: Numbers): void;
}

/** The offset that is added to source numbers from `from` on. */
interface Span {
  readonly from: number;
  readonly offset: number;
}

export function createRenumbering(clockRate: number, minStep: number): Renumbering {
  // Not near the wrap: a receiver that joins there may guess the wrong rollover count.
  let lastSequence = randomInt(2 ** 15);
  let lastTimestamp = randomInt(2 ** 32 - 1);
  let lastArrival: number | null = null;
  let timestampOffset = 0;
  /** Highest number of the source so far, unwrapped. */
  let highest = 0;
  let spans: Span[] = [];

  const resume = (packet: MediaPacket): void => {
    highest = packet.sequence - 1;
    spans = [{ from: packet.sequence, offset: lastSequence + 1 - packet.sequence }];
  };

  const rebase = (packet: MediaPacket): void => {
    resume(packet);
    const elapsed = lastArrival === null ? 0 : packet.arrivedAt - lastArrival;
    const step = Math.max(minStep, Math.round((elapsed * clockRate) / 1_000));
    timestampOffset = lastTimestamp + step - packet.timestamp;
  };

  const unwrap = (sequence: number): number => highest + (((sequence - highest) << 16) >> 16);

  /** Leaves out an empty packet without leaving a gap in the numbers. */
  const leaveOut = (number: number): void => {
    highest = number;
    const last = spans.at(-1);
    if (last === undefined) return;
    if (last.from === number) spans.pop();
    spans.push({ from: number + 1, offset: last.offset - 1 });
    if (spans.length > MAX_SPANS) spans.shift();
  };

  return {
    rebase,
    resume,
    map(packet) {
      if (Math.abs(unwrap(packet.sequence) - highest) > MAX_JUMP) rebase(packet);
      const number = unwrap(packet.sequence);
      if (packet.payload.length === 0 && number === highest + 1) {
        leaveOut(number);
        return null;
      }
      const span = spans.findLast(({ from }) => from <= number);
      if (span === undefined) return null;
      return {
        sequence: (number + span.offset) & 0xffff,
        timestamp: (packet.timestamp + timestampOffset) >>> 0,
      };
    },
    noteSent(packet, numbers) {
      const number = unwrap(packet.sequence);
      if (number <= highest) return;
      highest = number;
      lastSequence = numbers.sequence;
      lastTimestamp = numbers.timestamp;
      lastArrival = packet.arrivedAt;
    },
  };
}
