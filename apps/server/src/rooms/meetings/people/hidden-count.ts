import type { RoomMember } from '@kindling/media';
import type { MeetingContext, MeetingFeature } from '../request-handlers.ts';

/** Hidden participants are not visible to others, but everybody receives their number. */
export function createHiddenCount({ room }: MeetingContext): MeetingFeature {
  const hidden = new Set<string>();
  let notified = 0;

  const note = ({ sessionId, permissions }: RoomMember): void => {
    if (permissions.hasPresence) hidden.delete(sessionId);
    else hidden.add(sessionId);
  };
  const notify = (): void => {
    if (hidden.size === notified) return;
    notified = hidden.size;
    room.send({ type: 'counts', hidden: notified });
  };
  return {
    handlers: {},
    onMemberEntered(member) {
      if (notified > 0) room.send({ type: 'counts', hidden: notified }, member.sessionId);
      note(member);
      notify();
    },
    onMemberChanged(member) {
      note(member);
      notify();
    },
    onMemberLeft(sessionId) {
      hidden.delete(sessionId);
      notify();
    },
  };
}
