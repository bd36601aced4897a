import { randomUUID } from 'node:crypto';
import { accessAnswerSchema } from '@kindling/protocol/room';
import { expect, it } from 'vitest';
import { describeWithServer } from '../../../testing/databases/describe-databases.ts';
import { createMeetingTokens } from './meeting-tokens.ts';

const OFFER = 'v=0\r\n';
const HOUR = 3_600;

describeWithServer(
  'joining a meeting',
  (server) => {
    /** Seconds of the server's clock. */
    const now = () => Math.floor(server().clock.now() / 1_000);

    async function createRoom(properties: object = {}, privacy = 'public') {
      const { json } = await server().send('POST', '/rooms', { body: { privacy, properties } });
      const path = new URL(json.url).pathname;
      return {
        path,
        name: json.name as string,
        id: json.id as string,
        room: () => server().parts.media.last(),
        join: (body: object = {}) =>
          server().send('POST', path, { body: { sdp: OFFER, ...body }, key: null }),
        access: (body: object = {}) => server().send('POST', `${path}/access`, { body, key: null }),
      };
    }
    async function createToken(properties: object = {}) {
      const body = { properties };
      return (await server().send('POST', '/meeting-tokens', { body })).json.token as string;
    }

    it('answers everybody with who they are and where', async () => {
      const room = await createRoom({ max_participants: 2, enable_chat: true });
      const token = await createToken({
        room_name: room.name,
        is_owner: true,
        user_name: 'Ada',
        user_id: 'ada-1',
      });
      const { status, json } = await room.join({ token, userName: 'Somebody' });
      expect(status).toBe(201);
      expect(json).toMatchObject({
        level: 'full',
        owner: true,
        userName: 'Ada',
        userId: 'ada-1',
        permissions: { hasPresence: true, canSend: true, canAdmin: true },
        room: { id: room.id, name: room.name, config: { enable_chat: true } },
      });
      expect(json.room.tokenConfig).toMatchObject({ is_owner: true, user_name: 'Ada' });
      expect(json.room.tokenConfig.room_name).toBeUndefined();
      const second = (await room.join({ userName: 'Bea' })).json;
      expect(second).toMatchObject({ owner: false, meetingId: json.meetingId });
      expect(
        room
          .room()
          .members()
          .map((one) => one.userName),
      ).toEqual(['Ada', 'Bea']);
    });

    it('is counted in the metrics, people and those who wait apart', async () => {
      const before = server().meetings.stats();
      const room = await createRoom({ enable_knocking: true }, 'private');
      const token = await createToken({ room_name: room.name });
      const { location } = (await room.join({ token })).json;
      await room.join();
      expect(server().meetings.stats()).toEqual({
        meetings: before.meetings + 1,
        participants: before.participants + 1,
        waiting: before.waiting + 1,
      });
      const { json } = await server().send('GET', '/metrics');
      expect(json).toContain(`kindling_meetings_active ${before.meetings + 1}`);
      expect(json).toContain(`kindling_meeting_waiting ${before.waiting + 1}`);
      await server().send('DELETE', location, { key: null });
      expect(server().meetings.stats().participants).toBe(before.participants);
    });

    it('is another meeting after the last one left', async () => {
      const room = await createRoom();
      const first = (await room.join()).json;
      const media = room.room();
      expect((await server().send('DELETE', first.location, { key: null })).status).toBe(204);
      await expect.poll(() => media.closedWith).toBe('The meeting is over.');
      const second = (await room.join()).json;
      expect(second.meetingId).not.toBe(first.meetingId);
      expect(room.room()).not.toBe(media);
    });

    it('leaves no meeting behind when the first offer is of no use', async () => {
      const room = await createRoom();
      expect((await room.join({ sdp: 'hello' })).json.code).toBe('invalid_sdp');
      await expect.poll(() => room.room().closedWith).not.toBeNull();
      expect((await room.join()).status).toBe(201);
    });

    /** One row a kind of refusal: what the client turns into a fatal error. */
    const refusals = [
      ['room_not_open_yet', 403, async () => (await createRoom({ nbf: now() + HOUR })).join()],
      ['room_expired', 410, async () => (await createRoom({ exp: now() - 1 })).join()],
      ['not_allowed', 403, async () => (await createRoom({}, 'private')).join()],
      ['not_allowed', 403, async () => (await createRoom()).join({ token: 'a.b.c' })],
      [
        'not_allowed',
        403,
        async () => {
          const token = await createToken({ room_name: (await createRoom()).name });
          return (await createRoom({}, 'private')).join({ token });
        },
      ],
      [
        'not_allowed',
        403,
        async () => {
          const others = createMeetingTokens(Buffer.alloc(32, 8));
          const token = await others.create(randomUUID(), {});
          return (await createRoom({}, 'private')).join({ token });
        },
      ],
      [
        'token_not_valid_yet',
        403,
        async () => (await createRoom()).join({ token: await createToken({ nbf: now() + HOUR }) }),
      ],
      [
        'token_expired',
        401,
        async () => (await createRoom()).join({ token: await createToken({ exp: now() - 1 }) }),
      ],
      [
        'room_full',
        409,
        async () => {
          const room = await createRoom({ max_participants: 1 });
          await room.join();
          return room.join();
        },
      ],
      ['client_outdated', 426, async () => (await createRoom()).join({ version: 0 })],
      [
        'ejected',
        403,
        async () => {
          const room = await createRoom();
          const owner = (await room.join({ token: await createToken({ is_owner: true }) })).json;
          const { sessionId } = (await room.join({ userName: 'Mallory' })).json;
          await room.room().ask(owner.sessionId, 'update-participant', { sessionId, eject: true });
          return room.join({ userName: 'Mallory' });
        },
      ],
      [
        'room_not_found',
        404,
        async () => {
          const room = await createRoom();
          await server().send('DELETE', `/rooms/${room.name}`);
          return room.join();
        },
      ],
      ['bad_request', 400, async () => (await createRoom()).join({ token: 'x'.repeat(4_097) })],
    ] as const;

    it.each(refusals)('refuses with %s', async (code, status, join) => {
      const answer = await join();
      expect([answer.json.code, answer.status]).toEqual([code, status]);
      expect(answer.json.message.length).toBeGreaterThan(20);
    });

    it('takes the last place once, however many ask at the same time', async () => {
      const room = await createRoom({ max_participants: 2 });
      const answers = await Promise.all([1, 2, 3, 4].map(() => room.join()));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409]);
    });

    it.each([
      ['exp-room', { eject_at_room_exp: true, exp: 60 }, {}, 60],
      ['exp-token', {}, { eject_at_token_exp: true, exp: 30 }, 30],
      ['ejected', { eject_after_elapsed: 20 }, {}, 20],
      ['ejected', { eject_after_elapsed: 20 }, { eject_after_elapsed: 10 }, 10],
    ] as const)('removes with %s in time', async (reason, config, tokenConfig, seconds) => {
      const absolute = (given: object) =>
        'exp' in given ? { ...given, exp: now() + Number(given.exp) } : given;
      const room = await createRoom(absolute(config));
      const at = now() * 1_000 + seconds * 1_000;
      const token = await createToken(absolute(tokenConfig));
      const { json } = await room.join({ token });
      expect(Math.abs(json.ejectAt - at)).toBeLessThan(1_000);
      const media = room.room();
      server().clock.advance((seconds - 2) * 1_000);
      expect(media.sentTo(json.sessionId, 'room-left')).toEqual([]);
      server().clock.advance(3_000);
      expect(media.sentTo(json.sessionId, 'room-left')).toMatchObject([{ reason }]);
      await expect.poll(() => media.closedWith).not.toBeNull();
    });

    it('an expired room keeps who is there, when it does not eject', async () => {
      const room = await createRoom({ exp: now() + 60 });
      const { json } = await room.join();
      expect(json.ejectAt).toBeUndefined();
      server().clock.advance(120_000);
      expect(room.room().members()).toHaveLength(1);
      expect((await room.join()).json.code).toBe('room_expired');
    });

    it('a deleted room removes every participant', async () => {
      const room = await createRoom();
      const { location } = (await room.join()).json;
      await server().send('DELETE', `/rooms/${room.name}`);
      expect(room.room().closedWith).toBe('The room was deleted.');
      expect((await server().send('DELETE', location, { key: null })).status).toBe(404);
    });

    it('restarts and leaves by the participant key', async () => {
      const room = await createRoom();
      const { location } = (await room.join()).json;
      const send = (method: string, path: string) =>
        server().send(method, path, {
          ...(method === 'PATCH' ? { body: { sdp: OFFER } } : {}),
          key: null,
        });
      expect((await send('PATCH', location)).json.sdp).toBe('v=0 restarted');
      expect((await send('PATCH', `${location}x`)).json.code).toBe('room_not_found');
      expect((await send('DELETE', location)).status).toBe(204);
      expect((await send('PATCH', location)).json.code).toBe('room_not_found');
    });

    it.each([
      ['public', {}, 'full'],
      ['private', {}, 'none'],
      ['private', { enable_knocking: true }, 'lobby'],
    ])('a %s room with %j gives %s access without a token', async (privacy, config, level) => {
      const room = await createRoom(config, privacy);
      const answer = await room.access();
      expect(answer.status).toBe(200);
      expect(accessAnswerSchema.parse(answer.json)).toMatchObject({
        level,
        room: { name: room.name, config },
      });
      const token = await createToken({ room_name: room.name });
      expect((await room.access({ token })).json.level).toBe('full');
    });

    it.each([
      [
        'a room that is not open',
        async () => (await createRoom({ nbf: now() + HOUR })).access(),
        'room_not_open_yet',
      ],
      ['another token', async () => (await createRoom()).access({ token: 'x' }), 'not_allowed'],
      [
        'a token that is none',
        async () => (await createRoom()).access({ token: 7 }),
        'bad_request',
      ],
    ] as const)('access refuses %s', async (_, ask, code) => {
      expect((await ask()).json.code).toBe(code);
    });

    it('access is for POST, and for rooms that are there', async () => {
      const room = await createRoom();
      const got = await server().send('GET', `${room.path}/access`, { key: null });
      expect([got.status, got.headers.get('allow')]).toEqual([405, 'POST']);
      const none = await server().send('POST', '/room/none/access', { body: {}, key: null });
      expect(none.json.code).toBe('room_not_found');
    });

    it.each([
      [
        'hidden',
        { permissions: { hasPresence: false } },
        {},
        { hasPresence: false, canSend: true },
      ],
      ['an audience', { owner_only_broadcast: true }, {}, { canSend: false }],
      [
        'the owner of an audience',
        { owner_only_broadcast: true },
        { is_owner: true },
        { canSend: true, canAdmin: true },
      ],
      [
        'without screens',
        { enable_screenshare: false },
        {},
        { canSend: ['video', 'audio', 'customVideo', 'customAudio'] },
      ],
      [
        'more than the room gives',
        { permissions: { canSend: false } },
        { permissions: { canSend: ['audio'], canAdmin: ['participants'] } },
        { canSend: ['audio'], canAdmin: ['participants'], hasPresence: true },
      ],
    ])('permissions: %s', async (_, config, tokenConfig, permissions) => {
      const room = await createRoom(config);
      const { json } = await room.join({ token: await createToken(tokenConfig) });
      expect(json.permissions).toMatchObject(permissions);
      expect(room.room().members()[0]?.permissions).toEqual(json.permissions);
    });
  },
  { MAX_MEETINGS: '40' },
);
