import type { AudioOutput } from '@kindling/protocol/audio-output';
import type { Permissions, WireParticipant } from '@kindling/protocol/room';
import type { AgentParticipant, PlayerParticipant } from '../port.ts';
import type { AudioListener } from '../uplink/microphone.ts';
import type { Publication } from '../uplink/publication.ts';

/** Any participant of a room: a person, an agent, or a media player. */
export interface RoomParticipant {
  readonly sessionId: string;
  /** Equals the session id unless the token or the join named another one. */
  readonly userId: string;
  readonly userName: string;
  readonly userData?: unknown;
  readonly owner: boolean;
  /** Epoch milliseconds. */
  readonly joinedAt: number;
  readonly participantType?: WireParticipant['participantType'];
  readonly permissions: Permissions;
  readonly level: 'lobby' | 'full';
  /** By track name. */
  readonly publications: ReadonlyMap<string, Publication>;
}

/** An agent that lives in the server. */
export interface AgentSession
  extends RoomParticipant,
    AudioListener,
    Pick<AgentParticipant, 'setBackground'> {
  readonly output: AudioOutput;
  /** See `AgentOptions`; null: it is done. */
  receive(data: unknown, sessionId: string, sequence: number | null): Promise<unknown> | null;
  /** Call when listeners joined or left: the output may start or has to wait. */
  wake(): void;
  close(): void;
}

/** A media player that lives in the server. */
export interface PlayerSession
  extends RoomParticipant,
    Pick<PlayerParticipant, 'output' | 'sendVideoFrame' | 'setTracks'> {
  close(): void;
}

/** Participants in the lobby neither see nor are seen; those without presence are hidden. */
export function isVisibleTo(other: RoomParticipant, reader: RoomParticipant): boolean {
  if (other === reader || reader.level !== 'full' || other.level !== 'full') return false;
  return other.permissions.hasPresence;
}
