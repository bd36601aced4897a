import type { Clock } from '@kindling/protocol/clock';
import type { Ticker } from '../audio/ticker.ts';
import type { PeerNetwork } from '../transport/create-peer.ts';

/** Totals of an engine since its start. */
export interface PacketCounters {
  received: number;
  sent: number;
  concealed: number;
}

/** What the rooms of an engine share. */
export interface MediaContext {
  readonly network: PeerNetwork;
  /** How long a participant without connection may come back, ms. */
  readonly reconnectGrace: number;
  readonly clock: Clock;
  readonly ticker: Ticker;
  readonly counters: PacketCounters;
  readonly onFault: (stage: string, error: unknown) => void;
}
