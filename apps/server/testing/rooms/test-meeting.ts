import { randomUUID } from 'node:crypto';
import type { RoomConfig, RoomJoin, TokenConfig } from '@kindling/protocol/room';
import { pino } from 'pino';
import { admit } from '../../src/rooms/meetings/admission.ts';
import { createLiveMeetings } from '../../src/rooms/meetings/live-meetings.ts';
import type { CreateMeetingFeature } from '../../src/rooms/meetings/request-handlers.ts';
import type { StoredRoom } from '../../src/rooms/meetings/room-store.ts';
import { createManualClock } from '../server/manual-clock.ts';
import { createFakeMedia } from './fake-media.ts';

export interface TestMeetingOptions {
  readonly config?: RoomConfig;
  readonly privacy?: 'public' | 'private';
  readonly features?: readonly CreateMeetingFeature[];
  readonly limits?: { readonly meetings: number; readonly roomParticipants: number };
}

export function testRoom(config: RoomConfig = {}, privacy: StoredRoom['privacy'] = 'public') {
  const now = new Date(0);
  const ids = { id: randomUUID(), orgId: randomUUID(), name: randomUUID() };
  return { ...ids, privacy, config, createdAt: now, updatedAt: now } satisfies StoredRoom;
}

/** A meeting without HTTP and database: people join with what a token would say. */
export function createTestMeeting(options: TestMeetingOptions = {}) {
  const { config = {}, privacy = 'private', features = [] } = options;
  const clock = createManualClock();
  const media = createFakeMedia();
  const meetings = createLiveMeetings({
    nameless: (person) => person,
    media,
    clock,
    features,
    log: pino({ level: 'silent' }),
    limits: options.limits ?? { meetings: 10, roomParticipants: 10 },
  });
  const stored = testRoom({ enable_knocking: true, ...config }, privacy);
  const join = async (token: TokenConfig | null, offer: Partial<RoomJoin> = {}) => {
    const visitor = { offer: { sdp: 'v=0\r\n', ...offer }, address: '192.0.2.1' };
    const meeting = await meetings.open(stored);
    const answer = await meeting.join(visitor, admit(stored, token, clock.now()));
    const ask = (method: string, params: unknown) =>
      media.last().ask(answer.sessionId, method, params);
    return { ...answer, ask };
  };
  return {
    clock,
    media,
    meetings,
    stored,
    join,
    room: () => media.last(),
    owner: () => join({ is_owner: true, user_name: 'Olga' }),
    guest: (userName = 'Gil') => join({}, { userName }),
    /** Waits in the lobby. */
    stranger: (userName = 'Sam') => join(null, { userName }),
  };
}
