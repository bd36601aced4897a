import type { Clock } from '@kindling/protocol/clock';
import type { RoomRestart } from '@kindling/protocol/room';
import type { Ticker } from '../audio/ticker.ts';
import type { OpenDownTracks } from '../downlink/down-tracks.ts';
import type { OpenPeer } from '../transport/create-peer.ts';
import type { Offer } from '../transport/sdp/parse-offer.ts';
import type { OpenVoice } from '../uplink/voice-line.ts';

/** Totals of an engine since its start. */
export interface PacketCounters {
  received: number;
  sent: number;
  concealed: number;
}

/** What the rooms of an engine share. */
export interface MediaContext {
  /** @throws a `RoomError` for what is no offer of a room of this kind */
  readonly readOffer: (request: Pick<RoomRestart, 'sdp' | 'livekit' | 'sends'>) => Offer;
  /** How people are connected. */
  readonly openPeer: OpenPeer;
  /** How what the server plays gets to them. */
  readonly openVoice: OpenVoice;
  /** How what others send gets to them. */
  readonly openDownTracks: OpenDownTracks;
  /** How long a participant without connection may come back, ms. */
  readonly reconnectGrace: number;
  readonly clock: Clock;
  readonly ticker: Ticker;
  readonly counters: PacketCounters;
  readonly onFault: (stage: string, error: unknown) => void;
}
