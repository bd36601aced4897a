import type { Permissions, WireParticipant } from '@kindling/protocol/room';
import type { Publication } from '../uplink/publication.ts';

/** Anybody in a room: a person, an agent, or something that the server plays. */
export interface RoomParticipant {
  readonly sessionId: string;
  /** The session id where nobody said another one. */
  readonly userId: string;
  readonly userName: string;
  readonly userData?: unknown;
  readonly owner: boolean;
  readonly joinedAt: number;
  readonly participantType?: WireParticipant['participantType'];
  readonly permissions: Permissions;
  readonly level: 'lobby' | 'full';
  readonly publications: ReadonlyMap<string, Publication>;
}

/** The lobby neither sees nor is seen, and some are hidden. */
export function isVisibleTo(other: RoomParticipant, reader: RoomParticipant): boolean {
  if (other === reader || reader.level !== 'full' || other.level !== 'full') return false;
  return other.permissions.hasPresence;
}
