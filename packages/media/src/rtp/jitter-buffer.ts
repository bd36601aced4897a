import type { RtpPacket } from './packet.ts';

/**
 * What to decode next: a packet in order, or `lost` packets before `next`, which may carry a copy
 * of the last of them. `fresh` is true where the stream (re)starts and nothing before it is missing.
 */
export type JitterItem =
  | { readonly kind: 'packet'; readonly packet: RtpPacket; readonly fresh: boolean }
  | { readonly kind: 'lost'; readonly count: number; readonly next: RtpPacket };

export interface JitterBuffer {
  /** True while packets wait for one that is missing; `pull` again when time has passed. */
  readonly waiting: boolean;
  push(packet: RtpPacket, now: number): void;
  /** What is ready at `now` (ms), in order. */
  pull(now: number): JitterItem[];
}

export interface JitterBufferOptions {
  /** Packets held behind a missing one before it is given up. @default 3 */
  readonly window?: number;
  /** And no longer than this. @default 60 */
  readonly patience?: number;
  /** A gap larger than this many packets is a new start, not a loss. @default 50 */
  readonly maxGap?: number;
}

/** Puts packets in order of their sequence numbers and says which never came. */
export function createJitterBuffer(options: JitterBufferOptions = {}): JitterBuffer {
  const { window = 3, patience = 60, maxGap = 50 } = options;
  const held = new Map<number, RtpPacket>();
  const out: JitterItem[] = [];
  let ssrc: number | null = null;
  /** Extended (unwrapped) sequence number that is due. */
  let due = 0;
  let fresh = true;
  let gapSince = 0;

  const emit = (packet: RtpPacket): void => {
    out.push({ kind: 'packet', packet, fresh });
    fresh = false;
    due++;
  };

  const release = (now: number): void => {
    for (let packet = held.get(due); packet !== undefined; packet = held.get(due)) {
      held.delete(due);
      emit(packet);
      gapSince = now;
    }
  };

  const giveUp = (now: number): void => {
    const first = Math.min(...held.keys());
    const next = held.get(first);
    if (next === undefined) return;
    out.push({ kind: 'lost', count: first - due, next });
    due = first;
    release(now);
  };

  const restart = (packet: RtpPacket, now: number): void => {
    for (const [, waiting] of [...held].sort(([a], [b]) => a - b)) emit(waiting);
    held.clear();
    ssrc = packet.ssrc;
    due = packet.sequence;
    fresh = true;
    gapSince = now;
  };

  return {
    get waiting() {
      return held.size > 0;
    },
    push(packet, now) {
      if (packet.ssrc !== ssrc) restart(packet, now);
      const ahead = ((packet.sequence - due) << 16) >> 16;
      if (Math.abs(ahead) > maxGap) restart(packet, now);
      else if (ahead < 0) return;
      const extended = Math.abs(ahead) > maxGap ? due : due + ahead;
      if (held.size === 0) gapSince = now;
      held.set(extended, packet);
      release(now);
    },
    pull(now) {
      while (held.size > 0 && (held.size >= window || now - gapSince >= patience)) giveUp(now);
      return out.splice(0);
    },
  };
}
