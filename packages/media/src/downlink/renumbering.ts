import { randomInt } from 'node:crypto';
import type { MediaPacket } from '../uplink/publication.ts';

/** A jump of the source's numbering by more than this is a new start. */
const MAX_JUMP = 3_000;
/** Changes of the numbering that late packets are still placed by. */
const MAX_SPANS = 200;

export interface Numbers {
  readonly sequence: number;
  readonly timestamp: number;
}

/** Makes packets of changing sources count on as one stream, in number and in time. */
export interface Renumbering {
  /** The packet is the first of another source. */
  rebase(packet: MediaPacket): void;
  /** Nothing was sent for a while though the source went on: no gap in the numbers. */
  resume(packet: MediaPacket): void;
  /** Null for what belongs before the last change, and for a sender's empty probes. */
  map(packet: MediaPacket): Numbers | null;
  /** The packet has gone with these numbers; the next ones follow them. */
  noteSent(packet: MediaPacket, numbers: Numbers): void;
}

/** From a number of the source on, what to add to it. */
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
  /** Of the source, unwrapped: the last number seen. */
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

  /** An empty packet in its place is left out, and the numbers close over it. */
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
