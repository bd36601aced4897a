import type {
  Permissions,
  RoomAnswer,
  RoomEvent,
  RoomJoin,
  RoomRestart,
  WireParticipant,
} from '@kindling/protocol/room';

/** Media is reached directly: by which servers browsers may try besides is not its business. */
export type JoinAnswer = Omit<RoomAnswer, 'iceServers'>;
export type RestartAnswer = Pick<RoomAnswer, 'sdp'>;

/** Audio towards the people of a room; the same contract as conversation's `AudioOutput`. */
export interface PacedAudio {
  readonly sampleRate: number;
  readonly writtenSamples: number;
  readonly playedSamples: number;
  write(pcm: Int16Array): void;
  pause(): void;
  resume(): void;
  setGain(gain: number, ramp: number): void;
  clear(): number;
  onPlayed(listener: (playedSamples: number) => void): () => void;
}

/** A participant that lives in the server: hears, speaks, sends app messages. */
export interface AgentParticipant {
  readonly sessionId: string;
  readonly output: PacedAudio;
  /** `to`: a session id, or `*` for everybody. `data` is any JSON value. */
  sendAppMessage(data: unknown, to?: string): void;
  leave(): void;
}

/** Who is in a room without a connection of their own. */
interface ServerParticipantOptions {
  readonly userName: string;
  /** A UUID, where whoever adds them has one for them already. @default a new one */
  readonly sessionId?: string;
  /** Of the output; one of 8000, 12000, 16000, 24000, 48000. */
  readonly sampleRate: number;
}

export interface AgentOptions extends ServerParticipantOptions {
  /** Decoded microphone of one participant: mono 16 kHz signed 16-bit, losses concealed, in order. */
  readonly onAudio: (pcm: Int16Array, sessionId: string) => void;
  readonly onAppMessage: (data: unknown, sessionId: string) => void;
}

/** Who joins, as the server knows them; the request only says what they would like. */
export interface JoinIdentity {
  readonly userName?: string;
  readonly userId?: string;
  readonly owner?: boolean;
  /** Absent: everything, and administration for owners. */
  readonly permissions?: Partial<Permissions>;
  /** In the lobby one is connected, and neither seen nor heard. @default 'full' */
  readonly level?: 'lobby' | 'full';
}

/** Somebody in the room, for the server's own use. */
export interface RoomMember {
  readonly sessionId: string;
  readonly userId: string;
  readonly userName: string;
  readonly owner: boolean;
  readonly permissions: Permissions;
  readonly level: 'lobby' | 'full';
  /** By name: whether it is on. */
  readonly tracks: ReadonlyMap<string, { readonly media: 'audio' | 'video'; readonly on: boolean }>;
}

/** One RTP packet of somebody's track, in order of arrival; `arrivedAt` on the engine's clock. */
export interface TrackPacket {
  readonly payload: Uint8Array;
  readonly timestamp: number;
  readonly sequence: number;
  readonly marker: boolean;
  readonly arrivedAt: number;
}

/** Listens to a track as it is sent: Opus (48 kHz) or VP8 (90 kHz), encoded. */
export interface TrackObserver {
  /** Of video: a key frame is asked for when the tap is put in. */
  readonly onPacket: (packet: TrackPacket) => void;
  /** The track was switched off, or its sender left. */
  readonly onEnded: () => void;
}

/** A participant that the server plays: a remote media player. */
export interface PlayerParticipant {
  readonly sessionId: string;
  /** Mono PCM at the sample rate of the options; paced, as for agents. */
  readonly output: PacedAudio;
  /** One VP8 frame (as in an IVF file) for everybody who watches; `time` in ms, increasing. */
  sendVideoFrame(frame: Uint8Array, time: number): void;
  /** Switches what the others see as on. */
  setTracks(tracks: { readonly audio: boolean; readonly video: boolean }): void;
  leave(): void;
}

export type PlayerOptions = ServerParticipantOptions;

/** A `request` on somebody's data channel. Resolves with the result; a `RoomError` is told as it is. */
export type RequestHandler = (request: {
  readonly sessionId: string;
  readonly method: string;
  /** Not checked yet. */
  readonly params: unknown;
}) => Promise<unknown>;

export interface RoomOptions {
  /** Unguessable; part of the room's url. */
  readonly name: string;
  /** Path of the room's url (`/room/{name}`), from which participant locations are made. */
  readonly path: string;
  readonly maxParticipants: number;
  /** Once for each person, also for those who join the lobby. */
  readonly onParticipantJoined?: (sessionId: string) => void;
  /** Packets and texts go both ways; again after each break. */
  readonly onParticipantConnected?: (sessionId: string) => void;
  /**
   * Once for each that joined: left by itself, lost (no packets within the grace), ejected, or put out
   * because of the flood of messages they sent.
   */
  readonly onParticipantLeft?: (
    sessionId: string,
    reason: 'left' | 'lost' | 'ejected' | 'flooded',
  ) => void;
  /** A name, a track or an access level of a member is another now. */
  readonly onMemberChanged?: (sessionId: string) => void;
  /** The engine lost the room, with everybody in it; it answers as an empty one until it is closed. */
  readonly onFailed?: () => void;
  /** What the room does not answer itself (it answers `set-receive-layer`). */
  readonly onRequest?: RequestHandler;
}

export type RoomErrorCode =
  | 'invalid_sdp'
  | 'already_joined'
  | 'room_full'
  | 'room_ended'
  | 'not_found'
  | 'not_allowed'
  | 'bad_request'
  | 'conflict'
  | 'not_configured';

/** People and agents who hear each other. */
export interface Room {
  readonly name: string;
  readonly participantCount: number;
  /** Tracks on their way to somebody, an agent's included; one that goes to two counts twice. */
  readonly tracksForwarded: number;
  /** Answers an offer. Rejects with a `RoomError`. */
  join(request: RoomJoin, identity?: JoinIdentity): Promise<JoinAnswer>;
  /** A new offer of a participant that joined: other m-lines, or another connection; the seat is kept. */
  restart(participantKey: string, request: RoomRestart): Promise<RestartAnswer>;
  /**
   * `frames`: of the data channel, taken first unless they have arrived before. False when there
   * was no such participant.
   */
  leave(participantKey: string, reason?: 'left' | 'lost', frames?: readonly string[]): boolean;
  addAgent(options: AgentOptions): AgentParticipant;
  addPlayer(options: PlayerOptions): PlayerParticipant;
  /** People, the lobby included; neither agents nor sources. */
  members(): readonly RoomMember[];
  /** Everybody with full access, as this member sees them. */
  describeTo(sessionId: string): readonly WireParticipant[];
  /** Lets somebody in from the lobby. False when they are not there; throws `room_full`. */
  admit(sessionId: string): boolean;
  /** Tells them why and puts them out. False when they are not there. */
  eject(
    sessionId: string,
    reason?: Extract<RoomEvent, { type: 'room-left' }>['reason'],
    message?: string,
  ): boolean;
  updatePermissions(sessionId: string, permissions: Partial<Permissions>): void;
  /** Asks somebody's client to switch tracks off, and forwards none of them until it answers. */
  switchOff(sessionId: string, tracks: readonly string[]): void;
  /** To one participant, or to everybody with full access (`*`). */
  send(event: RoomEvent, to?: string): void;
  /** Null when there is no such track. The function returned takes the tap out. */
  observeTrack(sessionId: string, track: string, observer: TrackObserver): (() => void) | null;
  /** Tells everybody, gives the message time to arrive (at most 250 ms), frees everything. Idempotent. */
  close(message: string): Promise<void>;
}

export interface MediaEngineOptions {
  /** UDP port shared by all calls; 0 takes a free one. */
  readonly udpPort: number;
  /** Address to listen on. @default every interface, those included that appear later */
  readonly bindAddress?: string;
  /**
   * When listening on every interface, 127.0.0.1 is announced beside their addresses. On a machine
   * that has no other address it always is. @default false
   */
  readonly announceLoopback?: boolean;
  /** Announced instead of the bound address, for a server behind a NAT. */
  readonly publicAddress?: string;
  /**
   * UDP port for browsers that come through a TURN server; 0 takes a free one. Without it a Chromium
   * that needs TURN is not reached: see `stun/relay-gate.ts`. @default none
   */
  readonly relayUdpPort?: number;
  /** How long a silent connection keeps its seat, ms. @default 10000 */
  readonly reconnectGrace?: number;
  readonly onFault?: (fault: { readonly stage: string; readonly error: unknown }) => void;
}

export interface MediaStats {
  readonly rooms: number;
  readonly participants: number;
  readonly packetsReceived: number;
  readonly packetsSent: number;
  readonly packetsConcealed: number;
  readonly tracksForwarded: number;
}

export interface MediaEngine {
  /** The UDP port in use. */
  readonly udpPort: number;
  createRoom(options: RoomOptions): Room;
  stats(): MediaStats;
  close(): Promise<void>;
}
