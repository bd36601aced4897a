import type { RoomOptions } from '@kindling/media';
import type { SharedContext } from '@kindling/media/rooms';
import { createSystemClock } from '@kindling/protocol/clock';
import type { RoomEvent } from '@kindling/protocol/room';
import { expect, it, onTestFinished } from 'vitest';
import type { LivekitApi, MemberGrants } from '../api/livekit-api.ts';
import type { RoomLinkEvents } from '../rtc/room-link.ts';
import { createMeetingRoom } from './create-meeting-room.ts';

const CONNECTION = '7b0fa0a6-6a8b-4b51-8a39-9c3a3f5d8a10';
const MICROPHONE = { mid: 'audio', name: 'audio', media: 'audio' as const, on: true };

/** A LiveKit in which everybody is whom the server admits. */
function setUp(options: Partial<RoomOptions> = {}) {
  const sent: { readonly to: string; readonly event: RoomEvent }[] = [];
  const tokens: { readonly identity: string; readonly grants: MemberGrants }[] = [];
  const updates: MemberGrants[] = [];
  const removed: string[] = [];
  const muted: string[] = [];
  const faults: string[] = [];
  let link: RoomLinkEvents | undefined;
  const api: LivekitApi = {
    check: async () => undefined,
    createRoom: async () => undefined,
    deleteRoom: async () => undefined,
    createHostToken: async () => 'host token',
    hasTrack: async () => true,
    exchange: () => Promise.reject(new Error('no WHIP here')),
    async createMemberToken(_, identity, grants) {
      tokens.push({ identity, grants });
      return `token of ${identity}`;
    },
    updateMember: async (_room, _identity, grants) => void updates.push(grants),
    muteTrack: async (_, identity, sid) => void muted.push(`${identity} ${sid}`),
    removeParticipant: async (_, identity) => void removed.push(identity),
  };
  const shared: SharedContext = {
    reconnectGrace: 10_000,
    clock: createSystemClock(),
    ticker: { add: () => undefined, remove: () => undefined, stop: () => undefined },
    counters: { received: 0, sent: 0, concealed: 0 },
    onFault: (stage) => void faults.push(stage),
  };
  const room = createMeetingRoom(
    { name: 'quiet-lake', path: '/room/quiet-lake', maxParticipants: 9, ...options },
    {
      ...{ api, shared, url: 'ws://inside', publicUrl: 'wss://outside' },
      async openLink({ events }) {
        link = events;
        return {
          publishVoice: () => Promise.reject(new Error('nothing is played')),
          send: async (to, bytes) =>
            void sent.push({ to, event: JSON.parse(Buffer.from(bytes).toString('utf8')) }),
          close: async () => undefined,
        };
      },
      onClosed: () => undefined,
    },
  );
  onTestFinished(() => room.close('over'));
  const livekit = () => {
    if (link === undefined) throw new Error('the host is not in the room');
    return link;
  };
  const say = (identity: string, command: unknown) =>
    livekit().onData(identity, Buffer.from(JSON.stringify(command)));

  /** Joins, and connects as a page does. */
  async function enter(userName: string, identity = {}) {
    const answer = await room.join(
      {
        sdp: '',
        livekit: { connection: CONNECTION.replace('7', `${tokens.length}`) },
        userName,
        sends: [MICROPHONE],
      },
      identity,
    );
    const member = tokens.at(-1)?.identity ?? '';
    livekit().onArrived(member);
    say(member, { type: 'ping', sentAt: 1 });
    const { sessionId } = answer;
    return { answer, member, sessionId, key: answer.location.split('/').at(-1) ?? '' };
  }
  const heardBy = (identity: string) =>
    sent.filter(({ to }) => to === identity).map((one) => one.event);
  return { room, livekit, say, enter, heardBy, tokens, updates, removed, muted, faults };
}

it('an offer is a connection, its answer a token of LiveKit', async () => {
  const { room, enter, heardBy, tokens } = setUp();
  const { answer, member, sessionId } = await enter('Ada');
  expect(answer).toMatchObject({
    sdp: '',
    pingFirst: true,
    livekit: { url: 'wss://outside', token: `token of ${member}`, host: 'agent' },
  });
  expect(member.startsWith(`${sessionId}:`)).toBe(true);
  expect(tokens[0]?.grants).toEqual({ canSubscribe: true, canPublish: true, sources: [] });
  expect(heardBy(member)).toMatchObject([{ type: 'pong' }]);
  await expect(room.join({ sdp: 'v=0' })).rejects.toMatchObject({ code: 'client_outdated' });
  expect(() => room.addPlayer({ userName: 'Film', sampleRate: 48_000 })).toThrow(/played/);
});

it('they see what the others send, and write to them', async () => {
  const { say, enter, heardBy } = setUp();
  const ada = await enter('Ada');
  const bob = await enter('Bob');
  expect(heardBy(ada.member)).toContainEqual(
    expect.objectContaining({
      type: 'participant-joined',
      participant: expect.objectContaining({ userName: 'Bob' }),
    }),
  );
  say(ada.member, { type: 'subscribe', sessionId: bob.sessionId, tracks: { '*': true }, seq: 1 });
  expect(heardBy(ada.member).at(-1)).toMatchObject({
    type: 'participant-updated',
    participant: {
      tracks: { audio: { state: 'playable', mid: `${bob.sessionId} * audio`, subscribed: true } },
    },
  });
  say(bob.member, { type: 'app-message', to: '*', data: 'hello', seq: 1 });
  expect(heardBy(ada.member).at(-1)).toMatchObject({ type: 'app-message', data: 'hello' });
});

it('LiveKit is held to the lobby, to permissions, to muting and to removing', async () => {
  const { room, livekit, enter, tokens, updates, muted, removed, heardBy } = setUp();
  const { sessionId, member } = await enter('Sam', { level: 'lobby' });
  const nothing = { canSubscribe: false, canPublish: false, sources: [] };
  expect(tokens[0]?.grants).toEqual(nothing);
  expect(room.admit(sessionId)).toBe(true);
  await expect.poll(() => updates).toEqual([{ ...nothing, canSubscribe: true, canPublish: true }]);
  room.updatePermissions(sessionId, { canSend: false });
  await expect.poll(() => updates.at(-1)).toEqual({ ...nothing, canSubscribe: true });
  room.updatePermissions(sessionId, { canSend: true });
  livekit().onPublished(member, { name: 'audio', sid: 'TR_1' });
  room.switchOff(sessionId, ['audio']);
  expect(muted).toEqual([`${member} TR_1`]);
  expect(room.eject(sessionId)).toBe(true);
  await expect.poll(() => removed).toEqual([member]);
  expect(heardBy(member).at(-1)).toMatchObject({ type: 'room-left', reason: 'ejected' });
  // By the token that they still have.
  livekit().onArrived(member);
  expect(removed).toEqual([member, member]);
});

it('a new connection of a session takes over, and the one before is removed', async () => {
  const { room, livekit, say, enter, tokens, removed } = setUp();
  const { key, sessionId, member } = await enter('Ada');
  const restart = (connection: string) =>
    room.restart(key, { sdp: '', livekit: { connection }, sends: [MICROPHONE] });
  const same = await restart(CONNECTION.replace('7', '0'));
  expect([same.livekit?.token, tokens.length]).toEqual([`token of ${member}`, 1]);
  const other = await restart('5a1b7c9e-3a55-4c5a-9d0c-0f1f4d4b8c22');
  const next = tokens[1]?.identity ?? '';
  expect(other.livekit?.token).toBe(`token of ${next}`);
  expect([next.startsWith(`${sessionId}:`), next === member]).toEqual([true, false]);
  expect(removed).toEqual([]);
  livekit().onArrived(next);
  say(next, { type: 'ping', sentAt: 2 });
  expect(removed).toEqual([member]);
});
