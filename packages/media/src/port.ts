import type { IceServer, RoomAnswer, RoomJoin, RoomRestartAnswer } from '@kindling/protocol/room';

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

export interface AgentOptions {
  readonly userName: string;
  /** Of the output; one of 8000, 12000, 16000, 24000, 48000. */
  readonly sampleRate: number;
  /** Decoded microphone of one participant: mono 16 kHz signed 16-bit, losses concealed, in order. */
  readonly onAudio: (pcm: Int16Array, sessionId: string) => void;
  readonly onAppMessage: (data: unknown, sessionId: string) => void;
}

export interface RoomOptions {
  /** Unguessable; part of the room's url. */
  readonly name: string;
  /** Path of the room's url (`/room/{name}`), from which participant locations are made. */
  readonly path: string;
  readonly maxParticipants: number;
  readonly onParticipantJoined?: (sessionId: string) => void;
  /** Once for each that joined: left by itself, lost (no packets within the grace), or ejected. */
  readonly onParticipantLeft?: (sessionId: string, reason: 'left' | 'lost' | 'ejected') => void;
}

export type RoomErrorCode =
  | 'invalid_sdp'
  | 'already_joined'
  | 'room_full'
  | 'room_ended'
  | 'not_found';

/** People and agents who hear each other. */
export interface Room {
  readonly name: string;
  readonly participantCount: number;
  /** Answers an offer. Rejects with a `RoomError`. */
  join(request: RoomJoin): Promise<RoomAnswer>;
  /** A new offer for a participant that joined: ICE restart or a fresh connection, the seat is kept. */
  restart(participantKey: string, sdp: string): Promise<RoomRestartAnswer>;
  /** False when there was no such participant. */
  leave(participantKey: string): boolean;
  addAgent(options: AgentOptions): AgentParticipant;
  /** Tells everybody, gives the message time to arrive (at most 250 ms), frees everything. Idempotent. */
  close(message: string): Promise<void>;
}

export interface MediaEngineOptions {
  /** UDP port shared by all calls; 0 takes a free one. */
  readonly udpPort: number;
  /** Addresses to listen on; the first is loopback on a machine without a network. */
  readonly bindAddress?: string;
  /** Announced instead of the bound address, for a server behind a NAT. */
  readonly publicAddress?: string;
  /** Given to the browsers with the answer, for networks without UDP. */
  readonly iceServers: readonly IceServer[];
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
}

export interface MediaEngine {
  /** The UDP port in use. */
  readonly udpPort: number;
  createRoom(options: RoomOptions): Room;
  stats(): MediaStats;
  close(): Promise<void>;
}
