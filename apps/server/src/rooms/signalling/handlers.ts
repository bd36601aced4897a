import type { RoomEntity } from '@kindling/protocol/room';
import { ApiError } from '../../platform/errors/api-error.ts';
import { namedBy } from '../../platform/errors/bad-field.ts';
import type { Handlers } from '../../platform/requests/operation-handlers.ts';
import type { LiveMeetings } from '../meetings/live-meetings.ts';
import type { MeetingTokens } from '../meetings/meeting-tokens.ts';
import { nameTaken, type RoomStore, type StoredRoom } from '../meetings/room-store.ts';
import { TEST_ROOM } from './test-rooms.ts';

export type RoomHandlers = Pick<
  Handlers,
  'room.create' | 'room.list' | 'room.get' | 'room.delete' | 'room.createToken'
>;

export interface RoomHandlerOptions {
  readonly rooms: RoomStore;
  readonly meetings: Pick<LiveMeetings, 'end'>;
  readonly tokens: MeetingTokens;
}

/** Rooms that people meet in, and the tokens for them; the meetings are in `meetings/`. */
export function roomHandlers({ rooms, meetings, tokens }: RoomHandlerOptions): RoomHandlers {
  return {
    'room.create': async ({ token, body, baseUrl }) => {
      if (body.name === TEST_ROOM) throw nameTaken();
      return toEntity(await rooms.create(token.orgId, body), baseUrl);
    },
    'room.list': async ({ token, query, baseUrl }) =>
      (await rooms.list(token.orgId, query)).map((room) => toEntity(room, baseUrl)),
    'room.get': async ({ token, params, baseUrl }) =>
      toEntity(found(await rooms.find(token.orgId, params.name)), baseUrl),
    'room.delete': async ({ token, params: { name }, baseUrl }) => {
      const room = found(await rooms.remove(token.orgId, name));
      await meetings.end(room.id, 'The room was deleted.');
      return toEntity(room, baseUrl);
    },
    'room.createToken': async ({ token, body: { properties } }) => {
      if (properties.room_name !== undefined)
        await namedBy('properties.room_name', findRoom(rooms, token.orgId, properties.room_name));
      return { token: await tokens.create(token.orgId, properties) };
    },
  };
}

async function findRoom(rooms: RoomStore, orgId: string, name: string): Promise<StoredRoom> {
  return found(await rooms.find(orgId, name));
}

function found(room: StoredRoom | null): StoredRoom {
  if (room !== null) return room;
  throw new ApiError('not_found', 'There is no room of this name in your organisation.');
}

function toEntity(room: StoredRoom, baseUrl: string): RoomEntity {
  const { id, name, privacy, config, createdAt } = room;
  return {
    id,
    name,
    privacy,
    config,
    url: `${baseUrl}/room/${name}`,
    createdAt: createdAt.toISOString(),
  };
}
