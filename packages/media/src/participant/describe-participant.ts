import type { WireParticipant, WireTrack } from '@kindling/protocol/room';
import type { Publication } from '../uplink/publication.ts';
import type { ParticipantSession } from './participant-session.ts';
import { mayReceive, resolvePermissions } from './permissions.ts';
import type { RoomParticipant } from './room-participant.ts';

/** A participant as `reader` sees them, with the m-lines on which the reader receives their tracks. */
export function describeParticipant(
  one: RoomParticipant,
  reader: ParticipantSession,
): WireParticipant {
  const usual = JSON.stringify(resolvePermissions({}, one.owner));
  const tracks = [...one.publications.values()].map(
    (publication) => [publication.name, describeTrack(one, publication, reader)] as const,
  );
  return {
    sessionId: one.sessionId,
    ...(one.userId === one.sessionId ? {} : { userId: one.userId }),
    userName: one.userName,
    ...(one.userData === undefined ? {} : { userData: one.userData }),
    owner: one.owner,
    joinedAt: one.joinedAt,
    ...(one.participantType === undefined ? {} : { participantType: one.participantType }),
    ...(JSON.stringify(one.permissions) === usual ? {} : { permissions: one.permissions }),
    tracks: Object.fromEntries(tracks),
  };
}

function describeTrack(
  one: RoomParticipant,
  publication: Publication,
  reader: ParticipantSession,
): WireTrack {
  const { name, media } = publication;
  const subscribed = reader.subscriptions.wants(one.sessionId, name);
  const mid = reader.downTracks.midOf(one.sessionId, name);
  const common = { media, subscribed, mid };
  const off = mayReceive(reader.permissions, one, publication)
    ? publication.offReason
    : 'permission';
  if (off !== null) return { ...common, state: 'off', off };
  if (!publication.on) return { ...common, state: 'off' };
  return { ...common, state: subscribed && mid !== null ? 'playable' : 'sendable' };
}
