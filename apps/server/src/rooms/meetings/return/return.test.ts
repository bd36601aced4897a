import type { TokenConfig } from '@kindling/protocol/room';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createFakeMedia } from '../../../../testing/rooms/fake-media.ts';
import { testRoom } from '../../../../testing/rooms/test-meeting.ts';
import { createManualClock } from '../../../../testing/server/manual-clock.ts';
import { admit } from '../admission.ts';
import { createLiveMeetings } from '../live-meetings.ts';
import { type MeetingState, meetingStateSchema } from './meeting-state.ts';

const stored = testRoom({ enable_knocking: true }, 'private');
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** A node: what it kept is where the next one finds it. */
function node(before: MeetingState | null = null) {
  const clock = createManualClock();
  const media = createFakeMedia();
  let kept = before;
  let isOwn = true;
  const meetings = createLiveMeetings({
    ...{ media, clock, features: [], log: pino({ level: 'silent' }) },
    nameless: (person) => [...person].reverse().join(''),
    limits: { meetings: 10, roomParticipants: 10 },
    claims: {
      async keep(_, state) {
        if (isOwn) kept = meetingStateSchema.parse(JSON.parse(JSON.stringify(state)));
        return isOwn;
      },
      stateOf: async () => kept,
      release: async () => undefined,
    },
  });
  const join = async (token: TokenConfig | null, address = '192.0.2.1') => {
    const meeting = await meetings.open(stored);
    const visitor = { offer: { sdp: 'v=0\r\n', version: 2 }, address };
    return meeting.join(visitor, admit(stored, token, clock.now()));
  };
  const come = async (location: string) => {
    const meeting = await meetings.findOrResume(stored);
    const key = location.slice(location.lastIndexOf('/') + 1);
    return meeting?.room.restart(key, { sdp: 'v=0\r\n' });
  };
  return {
    ...{ clock, media, meetings, join, come },
    kept: () => kept,
    lose: () => {
      isOwn = false;
    },
  };
}

const OWNER = { is_owner: true, user_id: 'owner', user_name: 'Olga' };

/** Olga, who owns it, Ada, and Kim in the lobby, with some data; Eve was removed. */
async function meet() {
  const first = node();
  const olga = await first.join(OWNER);
  const ada = await first.join({ user_name: 'Ada', user_id: 'ada' });
  const eve = await first.join({ user_name: 'Eve', user_id: 'eve' });
  const kim = await first.join(null);
  const room = first.media.last();
  void room.ask(kim.sessionId, 'request-access', { name: 'Kim' });
  const data = { page: 7 };
  await room.ask(ada.sessionId, 'set-session-data', { data, mergeStrategy: 'replace' });
  await room.ask(olga.sessionId, 'update-participant', { sessionId: eve.sessionId, eject: true });
  await settle();
  return { first, olga, ada, eve, kim };
}

it('goes on at another node with its people, its lobby, its data and without who was removed', async () => {
  const { first, olga, ada, kim } = await meet();
  const second = node(first.kept());
  expect(await second.come(olga.location)).toEqual({ sdp: 'v=0 restarted' });
  await second.come(ada.location);
  await second.come(kim.location);
  const room = second.media.last();
  expect(second.media.rooms).toHaveLength(1);
  expect(room.members()).toMatchObject([
    { sessionId: olga.sessionId, userName: 'Olga', owner: true, level: 'full' },
    { sessionId: ada.sessionId, userId: 'ada', owner: false, level: 'full' },
    { sessionId: kim.sessionId, level: 'lobby' },
  ]);
  expect(room.options).toMatchObject({ generation: 1, returnWindow: 30_000 });
  expect(
    room.options.returning?.find(({ sessionId }) => sessionId === ada.sessionId),
  ).toMatchObject({ receives: [olga.sessionId] });
  // Who comes anew finds the data; who was removed stays out.
  const late = await second.join({ user_name: 'Ben', user_id: 'ben' });
  expect([late.sessionData, late.meetingId]).toEqual([{ page: 7 }, olga.meetingId]);
  await expect(second.join({ user_name: 'Eve', user_id: 'eve' })).rejects.toMatchObject({
    code: 'ejected',
  });
  // Olga is asked again, and may let Kim in.
  expect(room.sentTo(olga.sessionId, 'waiting')).toMatchObject([
    { change: 'added', participant: { id: kim.sessionId, name: 'Kim' } },
  ]);
  await room.ask(olga.sessionId, 'grant-access', { id: kim.sessionId, granted: true });
  expect(room.sentTo(kim.sessionId, 'access')).toHaveLength(1);
});

it('keeps neither an address nor a key', async () => {
  const { first, ada } = await meet();
  const text = JSON.stringify(first.kept());
  expect(text).not.toContain('192.0.2.1');
  expect(text).not.toContain(ada.location.slice(ada.location.lastIndexOf('/') + 1));
});

it('waits for its people for as long as their pages look for it, and ends without them', async () => {
  const { first, olga } = await meet();
  const second = node(first.kept());
  expect((await second.meetings.findOrResume(stored))?.roomId).toBe(stored.id);
  second.clock.advance(29_999);
  await settle();
  expect(second.meetings.size).toBe(1);
  second.clock.advance(1);
  await settle();
  expect(second.meetings.size).toBe(0);
  const third = node(first.kept());
  await third.come(olga.location);
  third.clock.advance(60_000);
  await settle();
  // Kim, who did not come back, asks no more.
  expect(third.kept()?.waiting).toEqual([]);
  expect(third.meetings.size).toBe(1);
});

it('is opened once, however many come back at the same time: all-at-once', async () => {
  const { first, olga, ada } = await meet();
  const second = node(first.kept());
  await Promise.all([second.come(olga.location), second.come(ada.location)]);
  expect(second.media.rooms).toHaveLength(1);
});

it('sends its people away when it is another node’s, and ends nobody’s meeting', async () => {
  const { first, ada } = await meet();
  const room = first.media.last();
  first.lose();
  await room.ask(ada.sessionId, 'set-session-data', { data: 1, mergeStrategy: 'replace' });
  await expect.poll(() => room.moved).toBe('lost');
  expect(first.meetings.size).toBe(0);
});

it('is let go of with all others when its node is fenced', async () => {
  const { first } = await meet();
  await first.meetings.abandonAll();
  expect(first.media.last().moved).toBe('lost');
});
