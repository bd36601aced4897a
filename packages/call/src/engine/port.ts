import type {
  IceServer,
  RoomCommand,
  RoomEvent,
  RoomJoin,
  WireParticipant,
} from '@kindling/protocol/room';
import type { CallError } from '../call-error.ts';
import type { Clock } from '../clock.ts';
import type { NetworkStats } from './network-quality.ts';

/** Which servers to ask for a way through, and in which order with the room's own. */
export interface IceConfig {
  readonly iceServers?: readonly IceServer[];
  readonly placement?: 'front' | 'back' | 'replace';
  readonly iceTransportPolicy?: 'all' | 'relay';
}

/** Who joins; the offer is the engine's. */
export type JoinRequest = Omit<RoomJoin, 'sdp'>;

export interface JoinedRoom {
  readonly sessionId: string;
  readonly participants: readonly WireParticipant[];
}

export interface EngineCallbacks {
  /** In order, from `startEvents` on. */
  onEvent(event: RoomEvent): void;
  /** The tracks behind the m-lines are others now. */
  onTracksChanged(): void;
  onInterrupted(): void;
  onRestored(): void;
  onNetworkQuality(stats: NetworkStats): void;
  /** The connection is gone for good; said once. */
  onLost(error: CallError): void;
}

export interface EngineOptions {
  /** Of the room: `webCallUrl`. */
  readonly url: string;
  readonly clock: Clock;
  readonly callbacks: EngineCallbacks;
  readonly iceConfig?: IceConfig;
}

/** One stay in one room: signalling, media, data channel, and keeping them alive. */
export interface Engine {
  /** Resolves when media and messages flow. Rejects with a `CallError`; the engine is closed then. */
  join(request: JoinRequest, microphone: MediaStreamTrack | null): Promise<JoinedRoom>;
  /** Delivers what arrived meanwhile; called when the page knows that it joined. */
  startEvents(): void;
  /** Sent in order, kept while the connection is interrupted. */
  send(command: RoomCommand): void;
  setMicrophone(track: MediaStreamTrack | null): Promise<void>;
  findTrack(mid: string): MediaStreamTrack | undefined;
  readonly networkStats: NetworkStats;
  /** Tells the server, also while the page is going away, and frees everything. Idempotent. */
  leave(): void;
}

export type CreateEngine = (options: EngineOptions) => Engine;
