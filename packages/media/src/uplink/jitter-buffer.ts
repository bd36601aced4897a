import type { RtpPacket } from '../rtp/packet.ts';

/**
 * What to decode next: a packet in order, or a gap of `count` lost packets before `next`, whose FEC
 * may contain the last of them. `fresh`: the stream (re)starts here, so nothing is missing before it.
 */
export type JitterItem =
  | { readonly kind: 'packet'; readonly packet: RtpPacket; readonly fresh: boolean }
  | { readonly kind: 'lost'; readonly count: number; readonly next: RtpPacket };

export interface JitterBuffer {
  /** True while packets wait for a missing one; call `pull` again later. */
  readonly waiting: boolean;
  push(packet: RtpPacket, now: number): void;
  /** Everything that is ready at `now` (ms), in order. */
  pull(now: number): JitterItem[];
}

export interface JitterBufferOptions {
  /** Packets held behind a missing one before it counts as lost. @default 3 */
  readonly window?: number;
  /** Longest time to wait for a missing packet, ms. @default 60 */
  readonly timeout?: number;
  /** A gap larger than this many packets is a new start, not a loss. @default 50 */
  readonly maxGap?: number;
}

/** Puts packets in sequence order and reports those that never arrived. */
export function createJitterBuffer(options: JitterBufferOptions = {}): JitterBuffer {
  const { window = 3, timeout = 60, maxGap = 50 } = options;
  const held = new Map<number, { readonly packet: RtpPacket; readonly at: number }>();
  const out: JitterItem[] = [];
  let ssrc: number | null = null;
  /** Unwrapped sequence number that comes next. */
  let due = 0;
  let fresh = true;

  const emit = (packet: RtpPacket): void => {
    out.push({ kind: 'packet', packet, fresh });
    fresh = false;
    due++;
  };

  const release = (): void => {
    for (let next = held.get(due); next !== undefined; next = held.get(due)) {
      held.delete(due);
      emit(next.packet);
    }
  };

  const skipMissing = (): void => {
    const first = Math.min(...held.keys());
    const next = held.get(first)?.packet;
    if (next === undefined) return;
    out.push({ kind: 'lost', count: first - due, next });
    due = first;
    release();
  };

  const isOverdue = (now: number): boolean => {
    if (held.size === 0) return false;
    const since = Math.min(...[...held.values()].map((waiting) => waiting.at));
    return held.size >= window || now - since >= timeout;
  };

  const restart = (packet: RtpPacket): void => {
    for (const [, { packet: waiting }] of [...held].sort(([a], [b]) => a - b)) emit(waiting);
    held.clear();
    ssrc = packet.ssrc;
    due = packet.sequence;
    fresh = true;
  };

  return {
    get waiting() {
      return held.size > 0;
    },
    push(packet, now) {
      if (packet.ssrc !== ssrc) restart(packet);
      const ahead = ((packet.sequence - due) << 16) >> 16;
      if (Math.abs(ahead) > maxGap) restart(packet);
      else if (ahead < 0) return;
      held.set(Math.abs(ahead) > maxGap ? due : due + ahead, { packet, at: now });
      release();
    },
    pull(now) {
      while (isOverdue(now)) skipMissing();
      return out.splice(0);
    },
  };
}
