import type { Clock } from '@kindling/protocol/clock';
import type { Ticker } from '../audio/ticker.ts';
import type { OpenPeer } from '../transport/create-peer.ts';
import type { OpenVoice } from '../uplink/voice-line.ts';

/** Totals of an engine since its start. */
export interface PacketCounters {
  received: number;
  sent: number;
  concealed: number;
}

/** What the rooms of an engine share. */
export interface MediaContext {
  /** How people are connected. */
  readonly openPeer: OpenPeer;
  /** How what the server plays gets to them. */
  readonly openVoice: OpenVoice;
  /** How long a participant without connection may come back, ms. */
  readonly reconnectGrace: number;
  readonly clock: Clock;
  readonly ticker: Ticker;
  readonly counters: PacketCounters;
  readonly onFault: (stage: string, error: unknown) => void;
}
