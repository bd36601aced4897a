import type { LocalRoom } from '@kindling/media/rooms';

type Changes = Partial<Omit<LocalRoom, 'participantCount' | 'tracksForwarded'>>;

/** A room that does some things in another way; its counts are those of now. */
export function extendRoom(room: LocalRoom, changes: Changes): LocalRoom {
  return {
    ...room,
    ...changes,
    get participantCount() {
      return room.participantCount;
    },
    get tracksForwarded() {
      return room.tracksForwarded;
    },
  };
}
