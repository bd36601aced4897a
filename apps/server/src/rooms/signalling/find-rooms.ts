import type { Clock } from '@kindling/protocol/clock';
import type { LiveCalls, RoomLookup } from '../../modules/calls/live/live-calls.ts';
import type { LostCalls } from '../../modules/calls/resumption/lost-calls.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { notReady } from '../../platform/metrics/routes.ts';
import { admit } from '../meetings/admission.ts';
import type { LiveMeetings } from '../meetings/live-meetings.ts';
import type { MeetingTokens } from '../meetings/meeting-tokens.ts';
import type { RoomStore, StoredRoom } from '../meetings/room-store.ts';
import type { RoomGateway, RoomSessions, Rooms } from './room-gateway.ts';
import { TEST_ROOM, type TestRooms } from './test-rooms.ts';

export interface RoomsOptions {
  readonly calls: Pick<LiveCalls, 'findRoom'>;
  readonly lost: Pick<LostCalls, 'has' | 'resume' | 'leave'>;
  readonly meetings: LiveMeetings;
  readonly store: Pick<RoomStore, 'findByName'>;
  readonly tokens: Pick<MeetingTokens, 'read'>;
  readonly tests: TestRooms;
  /** Whether a call that is over had this room: on another node, or before the last start. */
  readonly wasOfCall: (roomName: string) => Promise<boolean>;
  /** Whether a call goes on in this room: where its node has just died, another is about to claim it. */
  readonly isOfCall: (roomName: string) => Promise<boolean>;
  /** Whether another node has the meeting in this room, or had it when it died. */
  readonly isHeld: (roomName: string) => Promise<boolean>;
  /** What carries meetings. @default this server */
  readonly meetingMedia?: 'livekit' | undefined;
  readonly clock: Clock;
}

/** A name is looked for among the calls, then among the rooms that people meet in. */
export function createRooms(options: RoomsOptions): Rooms {
  const { calls, lost, meetings, store, tests } = options;
  const whyMissing = async (name: string) =>
    (await options.wasOfCall(name)) ? ended() : unknown();
  return {
    async findGateway(name) {
      if (name === TEST_ROOM) return tests.gateway;
      const call = calls.findRoom(name);
      if (call.state === 'open') return callGateway(call);
      if (lost.has(name)) return lostGateway(name, options);
      if (call.state === 'ended') throw ended();
      const stored = await store.findByName(name);
      if (stored !== null) return meetingGateway(stored, options);
      if (await options.isOfCall(name)) throw notReady();
      throw await whyMissing(name);
    },
    async findSessions(name) {
      const test = tests.find(name);
      if (test !== null) return test;
      const call = calls.findRoom(name);
      if (call.state === 'open') return call.room;
      // A call may come back to a node that had it before.
      if (lost.has(name)) return lostSessions(name, options);
      if (call.state === 'ended') throw ended();
      const meeting = meetings.find(name);
      if (meeting !== undefined) return meeting.room;
      if (await options.isOfCall(name)) throw notReady();
      const stored = await store.findByName(name);
      const resumed = stored && (await meetings.findOrResume(stored));
      if (resumed !== null) return resumed.room;
      if (stored !== null && (await options.isHeld(name))) throw notReady();
      throw await whyMissing(name);
    },
  };
}

const DESCRIPTION = 'This is the room of a voice call.';

type OpenCall = Extract<RoomLookup, { state: 'open' }>;

/** A call's room: anyone who knows its unguessable name may join. */
function callGateway({ room, callId, join }: OpenCall): RoomGateway {
  const info = { id: callId, name: room.name, config: {}, tokenConfig: {} };
  return {
    description: DESCRIPTION,
    join: async (offer, _address, userAgent = '') => ({
      ...(await join(offer, userAgent)),
      meetingId: callId,
      room: info,
    }),
    access: async () => ({ level: 'full', room: info }),
  };
}

/** The call of a server that died before its visitor was in it, or without them. */
function lostGateway(name: string, { calls, lost }: RoomsOptions): RoomGateway {
  return {
    description: DESCRIPTION,
    async join(...request) {
      await lost.resume(name, null);
      const call = calls.findRoom(name);
      if (call.state === 'open') return callGateway(call).join(...request);
      throw ended();
    },
    // Only a join makes it go on.
    access: async () => {
      throw notReady();
    },
  };
}

/** The call of a server that died: its visitor's first request opens the room anew. */
function lostSessions(name: string, { calls, lost }: RoomsOptions): RoomSessions {
  return {
    async restart(key, request) {
      await lost.resume(name, key);
      const call = calls.findRoom(name);
      if (call.state === 'open') return call.room.restart(key, request);
      throw ended();
    },
    leave: (key) => lost.leave(name, key),
  };
}

function meetingGateway(
  stored: StoredRoom,
  { tokens, meetings, meetingMedia, clock }: RoomsOptions,
): RoomGateway {
  const check = async (token: string | undefined) => {
    // Times of the room come first: a token cannot open what is closed.
    admit(stored, null, clock.now());
    const config = token === undefined ? null : await tokens.read(token, stored);
    return admit(stored, config, clock.now());
  };
  return {
    description: 'People meet in this room.',
    ...(meetingMedia && { media: meetingMedia }),
    async join(offer, address) {
      const admission = await check(offer.token);
      const meeting = await meetings.open(stored);
      return meeting.join({ offer, address }, admission);
    },
    async access(token) {
      const { level, info } = await check(token);
      return { level, room: info };
    },
  };
}

function ended(): ApiError {
  return new ApiError('room_ended', 'This call has ended. Start a new one.');
}

function unknown(): ApiError {
  const message = 'There is no room of this name. Create one, or start a call to get one.';
  return new ApiError('room_not_found', message);
}
