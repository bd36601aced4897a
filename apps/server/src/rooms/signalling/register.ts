import type { PlatformContext } from '../../platform/platform-context.ts';
import type { LiveMeetings } from '../meetings/live-meetings.ts';
import type { MeetingTokens } from '../meetings/meeting-tokens.ts';
import { createRoomStore } from '../meetings/room-store.ts';
import { type RoomHandlers, roomHandlers } from './handlers.ts';

export interface RoomsContext extends Pick<PlatformContext, 'db'> {
  readonly meetings: Pick<LiveMeetings, 'end'>;
  readonly meetingTokens: MeetingTokens;
}

export function registerRooms({ db, meetings, meetingTokens }: RoomsContext): RoomHandlers {
  return roomHandlers({ meetings, rooms: createRoomStore(db), tokens: meetingTokens });
}
