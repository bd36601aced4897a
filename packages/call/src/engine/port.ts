import type {
  IceServer,
  RoomAnswer,
  RoomCommand,
  RoomEvent,
  RoomJoin,
  RoomRequestName,
  RoomRequestParams,
} from '@kindling/protocol/room';
import type { CallError } from '../core/call-error.ts';
import type { Clock } from '../core/clock.ts';
import type { CpuLoadStats } from './quality/cpu-load.ts';
import type { NetworkStats } from './quality/network-quality.ts';

/** Custom ICE servers, and their order relative to the room's own. */
export interface IceConfig {
  readonly iceServers?: RTCIceServer[];
  readonly placement?: 'front' | 'back' | 'replace';
  readonly iceTransportPolicy?: 'all' | 'relay';
}

/** The join request without the offer, which the engine adds. */
export type JoinRequest = Omit<RoomJoin, 'sdp' | 'sends' | 'version'>;

/** A track to send. Exists from the first time it is named; `track` null: nothing to send. */
export interface OutgoingTrack {
  /** `audio`, `video`, `screenAudio`, `screenVideo`, or a custom name. */
  readonly name: string;
  readonly media: 'audio' | 'video';
  readonly track: MediaStreamTrack | null;
  /** Whether the others see it as on. */
  readonly on: boolean;
  /** Of video: simulcast layers, the smallest first. Fixed in number once the track is sent. */
  readonly encodings?: readonly RTCRtpEncodingParameters[];
  /** Of audio: how it is encoded. */
  readonly audioMode?: { readonly bitrate?: number; readonly stereo?: boolean };
}

/** What the room answered, without its SDP. */
export type JoinedRoom = Omit<
  RoomAnswer,
  'sdp' | 'livekit' | 'pingFirst' | 'location' | 'iceServers'
>;

export interface EngineCallbacks {
  /** In order, from `startEvents` on; results of requests are not among them. */
  onEvent(event: RoomEvent): void;
  /** The tracks behind the m-lines changed. */
  onTracksChanged(): void;
  onInterrupted(): void;
  onRestored(): void;
  onNetworkQuality(stats: NetworkStats): void;
  onCpuLoad(stats: CpuLoadStats): void;
  /** The connection is lost for good; called once. */
  onLost(error: CallError): void;
}

export interface EngineOptions {
  /** Address of the room: `webCallUrl`. */
  readonly url: string;
  readonly clock: Clock;
  readonly callbacks: EngineCallbacks;
  readonly iceConfig?: IceConfig;
  /** The room's own servers. @default the room is asked, at once */
  readonly iceServers?: readonly IceServer[];
}

/** One session in one room: signalling, media, data channel, and keeping them alive. */
export interface Engine {
  /**
   * Resolves when media and messages flow.
   *
   * @throws a `CallError`; the engine is closed then
   */
  join(request: JoinRequest, tracks: readonly OutgoingTrack[]): Promise<JoinedRoom>;
  /** Delivers the events that arrived so far; called when the page knows that it joined. */
  startEvents(): void;
  /** Sent in order, kept while the connection is interrupted. */
  send(command: RoomCommand): void;
  /** @throws a `CallError` when the server refuses, or the session ends first */
  request<N extends RoomRequestName>(method: N, params: RoomRequestParams<N>): Promise<unknown>;
  /** Sends another track under a name, or changes how; a new name takes one more exchange. */
  setTrack(track: OutgoingTrack): Promise<void>;
  findTrack(mid: string): MediaStreamTrack | undefined;
  /** How many transceivers of each kind are needed; requested together. */
  requestTransceivers(needed: { readonly audio: number; readonly video: number }): void;
  readonly networkStats: NetworkStats;
  readonly cpuLoadStats: CpuLoadStats;
  /** Leaves on the server, even while the page is unloading, and frees everything. Idempotent. */
  leave(): void;
}

export type CreateEngine = (options: EngineOptions) => Engine;
