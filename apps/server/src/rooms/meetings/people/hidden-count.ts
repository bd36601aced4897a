import type { RoomMember } from '@kindling/media';
import type { MeetingContext, MeetingFeature } from '../request-handlers.ts';

/** Nobody sees who is hidden; that they are there, and how many, everybody is told. */
export function createHiddenCount({ room }: MeetingContext): MeetingFeature {
  const hidden = new Set<string>();
  let told = 0;

  const note = ({ sessionId, permissions }: RoomMember): void => {
    if (permissions.hasPresence) hidden.delete(sessionId);
    else hidden.add(sessionId);
  };
  const tell = (): void => {
    if (hidden.size === told) return;
    told = hidden.size;
    room.send({ type: 'counts', hidden: told });
  };
  return {
    handlers: {},
    onMemberEntered(member) {
      if (told > 0) room.send({ type: 'counts', hidden: told }, member.sessionId);
      note(member);
      tell();
    },
    onMemberChanged(member) {
      note(member);
      tell();
    },
    onMemberLeft(sessionId) {
      hidden.delete(sessionId);
      tell();
    },
  };
}
