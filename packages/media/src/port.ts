import type { AudioOutput } from '@kindling/protocol/audio-output';
import type {
  Permissions,
  RoomAnswer,
  RoomEvent,
  RoomJoin,
  RoomRestart,
  WireParticipant,
} from '@kindling/protocol/room';
import type { BackgroundSound } from './audio/background.ts';

/** Without ICE servers: which TURN servers browsers may use is decided elsewhere. */
export type JoinAnswer = Omit<RoomAnswer, 'iceServers'>;
export type RestartAnswer = Pick<RoomAnswer, 'sdp' | 'livekit' | 'pingFirst'>;

/** A participant that lives in the server: hears, speaks, sends app messages. */
export interface AgentParticipant {
  readonly sessionId: string;
  readonly output: AudioOutput;
  /** `to`: a session id, or `*` for everyone. `data`: any JSON value. @default `*` */
  sendAppMessage(data: unknown, to?: string): void;
  /**
   * Softly behind what it says, from now on: PCM at the output's rate of less than a minute or so, in a circle. Its
   * level and the output's positions are those of the voice alone.
   */
  setBackground(sound: BackgroundSound): void;
  leave(): void;
}

/** A participant without a connection of its own. */
interface ServerParticipantOptions {
  readonly userName: string;
  /** A UUID. @default a new one */
  readonly sessionId?: string;
  /** Sample rate of the output, Hz: 8000, 12000, 16000, 24000 or 48000. */
  readonly sampleRate: number;
}

export interface AgentOptions extends ServerParticipantOptions {
  /** Decoded microphone of one participant: mono 16 kHz signed 16-bit, losses concealed, in order. */
  readonly onAudio: (pcm: Int16Array, sessionId: string) => void;
  /**
   * `sequence`: its number among the commands of its sender, who may send it again after a reconnect; null: they do not
   * count. Where a promise is answered, it is acknowledged to its sender once that is settled.
   */
  readonly onAppMessage: (data: unknown, sessionId: string, sequence: number | null) => unknown;
}

/** Who joins, as the server knows them; takes precedence over the request. */
export interface JoinIdentity {
  readonly userName?: string;
  readonly userId?: string;
  readonly owner?: boolean;
  /** @default everything is allowed; administration only to owners */
  readonly permissions?: Partial<Permissions>;
  /** In the lobby a participant is connected, but neither seen nor heard. @default 'full' */
  readonly level?: 'lobby' | 'full';
}

/** A person whose room was in another process: their next offer, under the key they have, lets them into this one. */
export interface ReturningParticipant {
  /** See `hashParticipantKey`: the key itself is their client's alone. */
  readonly keyHash: string;
  readonly sessionId: string;
  readonly userName: string;
  /** Of the room protocol that their client speaks. */
  readonly version: number;
  /** Number of the last command of theirs that was executed: they may send it again. */
  readonly lastCommand: number;
  /** @default as of one of whom the server knows nothing */
  readonly identity?: JoinIdentity;
  /**
   * Session ids of those whom they know, and whose every track they receive, as they did before. Of those who are not
   * there after `RoomOptions.returnWindow` they are notified that they left.
   */
  readonly receives: readonly string[];
}

/** A person in the room, for the server's own use. */
export interface RoomMember {
  readonly sessionId: string;
  readonly userId: string;
  readonly userName: string;
  readonly owner: boolean;
  readonly permissions: Permissions;
  readonly level: 'lobby' | 'full';
  /** By track name. */
  readonly tracks: ReadonlyMap<string, { readonly media: 'audio' | 'video'; readonly on: boolean }>;
}

/** One RTP packet of a track, in order of arrival. `arrivedAt`: ms on the engine's clock. */
export interface TrackPacket {
  readonly payload: Uint8Array;
  readonly timestamp: number;
  readonly sequence: number;
  readonly marker: boolean;
  readonly arrivedAt: number;
}

/** Receives the encoded packets of a track: Opus (48 kHz RTP clock) or VP8 (90 kHz). */
export interface TrackObserver {
  /** A key frame of a video track is requested when the observer is added. */
  readonly onPacket: (packet: TrackPacket) => void;
  /** The track was switched off, or its sender left. */
  readonly onEnded: () => void;
}

/** A remote media player: a participant whose tracks the server plays. */
export interface PlayerParticipant {
  readonly sessionId: string;
  /** At the sample rate of the options. */
  readonly output: AudioOutput;
  /** Sends one VP8 frame (as in an IVF file) to all subscribers. `time`: ms, increasing. */
  sendVideoFrame(frame: Uint8Array, time: number): void;
  /** Sets which tracks the others see as on. */
  setTracks(tracks: { readonly audio: boolean; readonly video: boolean }): void;
  leave(): void;
}

export type PlayerOptions = ServerParticipantOptions;

/** Handles a `request` on a data channel. Resolves to the result; a `RoomError` is sent with its code. */
export type RequestHandler = (request: {
  readonly sessionId: string;
  readonly method: string;
  /** Not validated. */
  readonly params: unknown;
}) => Promise<unknown>;

export interface RoomOptions {
  /** Unguessable; part of the room's url. */
  readonly name: string;
  /** Path of the room's url (`/room/{name}`); participant locations start with it. */
  readonly path: string;
  readonly maxParticipants: number;
  /**
   * How many rooms of this name there were before it, in processes that died: clients that come from one of them know
   * the others and count events already. @default 0
   */
  readonly generation?: number;
  /** Who may come back from the room before. @default nobody */
  readonly returning?: readonly ReturningParticipant[];
  /** For how long, ms. @default as long as the room lasts */
  readonly returnWindow?: number;
  /** Called once for each person, including those who join the lobby and those who return. */
  readonly onParticipantJoined?: (sessionId: string) => void;
  /** Media and data flow both ways; called again after each reconnect. */
  readonly onParticipantConnected?: (sessionId: string) => void;
  /**
   * Called once for each that joined. `lost`: no packets within the grace; `flooded`: disconnected for
   * sending far too many messages.
   */
  readonly onParticipantLeft?: (
    sessionId: string,
    reason: 'left' | 'lost' | 'ejected' | 'flooded',
  ) => void;
  /** The name, a track or the access level of a member changed. */
  readonly onMemberChanged?: (sessionId: string) => void;
  /** The engine lost the room and everyone in it; until closed it behaves like an empty room. */
  readonly onFailed?: () => void;
  /** Handles every request except `set-receive-layer`, which the room answers itself. */
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
  | 'not_configured'
  | 'client_outdated'
  | 'unavailable';

/** People, agents and players who receive each other's tracks. */
export interface Room {
  readonly name: string;
  readonly participantCount: number;
  /** Down tracks in use, those of agents included: a track with two receivers counts twice. */
  readonly tracksForwarded: number;
  /**
   * Answers an offer.
   *
   * @throws a `RoomError`
   */
  join(request: RoomJoin, identity?: JoinIdentity): Promise<JoinAnswer>;
  /**
   * Answers a later offer of a participant: other m-lines, or another connection. For a participant who returns from
   * this room's predecessor, the first such offer joins.
   *
   * @throws a `RoomError`
   */
  restart(participantKey: string, request: RoomRestart): Promise<RestartAnswer>;
  /**
   * `frames`: data channel frames to execute first, unless they have arrived before. False when
   * there is no such participant.
   */
  leave(participantKey: string, reason?: 'left' | 'lost', frames?: readonly string[]): boolean;
  addAgent(options: AgentOptions): AgentParticipant;
  addPlayer(options: PlayerOptions): PlayerParticipant;
  /** People, including those in the lobby, without agents and players. */
  members(): readonly RoomMember[];
  /** Everyone with full access, as this member sees them. */
  describeTo(sessionId: string): readonly WireParticipant[];
  /**
   * Admits a participant from the lobby. False when they are not in it.
   *
   * @throws RoomError `room_full`
   */
  admit(sessionId: string): boolean;
  /** Sends the reason and disconnects. False when there is no such participant. */
  eject(
    sessionId: string,
    reason?: Extract<RoomEvent, { type: 'room-left' }>['reason'],
    message?: string,
  ): boolean;
  updatePermissions(sessionId: string, permissions: Partial<Permissions>): void;
  /** Asks a client to switch tracks off; they are not forwarded until it switches them on again. */
  switchOff(sessionId: string, tracks: readonly string[]): void;
  /** To one participant, or to everyone with full access (`*`). @default `*` */
  send(event: RoomEvent, to?: string): void;
  /** The returned function removes the observer. Null when there is no such track. */
  observeTrack(sessionId: string, track: string, observer: TrackObserver): (() => void) | null;
  /** Informs everyone, waits until the message has arrived (at most 250 ms), frees everything. Idempotent. */
  close(message: string): Promise<void>;
  /**
   * As `close`, and sends everybody to look for this room elsewhere. `handedOver`: it is there already, so that what
   * they say on the way is heard.
   */
  move(handedOver: boolean): Promise<void>;
}

export interface MediaEngineOptions {
  /** UDP port shared by all calls; 0 for a free one. */
  readonly udpPort: number;
  /** Address to listen on. @default every interface, those included that appear later */
  readonly bindAddress?: string;
  /**
   * Also announce 127.0.0.1 when listening on every interface. It always is on a machine that has no
   * other address. @default false
   */
  readonly announceLoopback?: boolean;
  /** Announced instead of the bound address, for a server behind a NAT. */
  readonly publicAddress?: string;
  /**
   * UDP port for browsers that connect through a TURN server; 0 for a free one. Without it Chromium
   * cannot connect through TURN: see `stun/relay-gate.ts`. @default none
   */
  readonly relayUdpPort?: number;
  /**
   * Where the engine has a process of its own: after so long without a word from its server everybody is sent to look
   * for their rooms elsewhere, ms. Who is answered by the same server comes back to it. @default never
   */
  readonly serverSilenceLimit?: number;
  /** How long a participant without connection may come back, ms. @default 10000 */
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
