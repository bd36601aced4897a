import type { RoomMember } from '@kindling/media';
import { RoomError } from '@kindling/media/room-error';
import { namedPermissions } from '../permissions.ts';
import type { MeetingContext, MeetingFeature } from '../request-handlers.ts';
import { assertAdministrator } from './administration.ts';

/** Owners mute others, remove them, and change what they may do. */
export function createParticipantUpdates(
  { room }: MeetingContext,
  onEjected: (member: RoomMember) => void,
): MeetingFeature {
  return {
    handlers: {
      'update-participant': ({ member, params }) => {
        assertAdministrator(member);
        const { sessionId, tracks, permissions, eject } = params;
        const target = room.members().find((one) => one.sessionId === sessionId);
        if (target?.level !== 'full')
          throw new RoomError('not_found', `sessionId: there is no participant ${sessionId}.`);
        if (target.owner && !member.owner)
          throw new RoomError('not_allowed', 'sessionId: only owners can do this to an owner.');
        if (eject === true) {
          onEjected(target);
          room.eject(sessionId, 'ejected', 'An owner removed you from the meeting.');
          return;
        }
        if (permissions !== undefined)
          room.updatePermissions(sessionId, namedPermissions(permissions));
        if (tracks !== undefined) room.switchOff(sessionId, Object.keys(tracks));
      },
    },
  };
}
