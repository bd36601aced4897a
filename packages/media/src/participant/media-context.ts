import type { MediaClock } from '../audio/media-clock.ts';
import type { Ticker } from '../audio/ticker.ts';
import type { PeerNetwork } from '../transport/create-peer.ts';

/** Totals of an engine, counted where they happen. */
export interface PacketCounters {
  received: number;
  sent: number;
  concealed: number;
}

/** What rooms share with their engine. */
export interface MediaContext {
  readonly network: PeerNetwork;
  readonly reconnectGrace: number;
  readonly clock: MediaClock;
  readonly ticker: Ticker;
  readonly counters: PacketCounters;
  readonly onFault: (stage: string, error: unknown) => void;
}
