import type { TrackPacket } from '@kindling/media';

export interface PacketOrder {
  /** `now`: ms, when it arrived. */
  push(packet: TrackPacket, now: number): void;
  /** Lets go of what is held back; nothing more will come. */
  drain(): void;
}

export interface PacketOrderOptions {
  /** How long a missing packet is waited for while others come, ms. */
  readonly patience: number;
  /** In order, with when it arrived; `lost` is how many before this one never came. */
  readonly onPacket: (packet: TrackPacket, arrivedAt: number, lost: number) => void;
}

/** A jump larger than this is another sender, not a loss. */
const MAX_GAP = 1_000;
/** So many in a row that come too late are another sender, too. */
const MAX_REORDER = 10;

/** Packets in order of their sequence numbers, each once; tells how many are missing. */
export function createPacketOrder({ patience, onPacket }: PacketOrderOptions): PacketOrder {
  /** By unwrapped sequence number. */
  const held = new Map<number, { readonly packet: TrackPacket; readonly at: number }>();
  let due: number | null = null;
  let late = 0;

  function release(first: number, lost: number): void {
    let missing = lost;
    due = first;
    for (let next = held.get(due); next !== undefined; next = held.get(due)) {
      held.delete(due);
      due += 1;
      onPacket(next.packet, next.at, missing);
      missing = 0;
    }
  }

  function giveUp(): void {
    const first = Math.min(...held.keys());
    release(first, due === null ? 0 : first - due);
  }

  function drain(): void {
    while (held.size > 0) giveUp();
  }

  function restart(packet: TrackPacket, at: number): void {
    drain();
    due = packet.sequence;
    late = 0;
    held.set(due, { packet, at });
  }

  function isOverdue(now: number): boolean {
    for (const { at } of held.values()) if (now - at >= patience) return true;
    return false;
  }

  return {
    push(packet, now) {
      due ??= packet.sequence;
      const ahead = ((packet.sequence - due) << 16) >> 16;
      late = ahead < 0 ? late + 1 : 0;
      if (Math.abs(ahead) > MAX_GAP || late >= MAX_REORDER) restart(packet, now);
      else if (ahead >= 0) held.set(due + ahead, { packet, at: now });
      if (held.has(due)) release(due, 0);
      while (isOverdue(now)) giveUp();
    },
    drain,
  };
}
