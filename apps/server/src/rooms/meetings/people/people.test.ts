import { describe, expect, it } from 'vitest';
import { createTestMeeting } from '../../../../testing/rooms/test-meeting.ts';

const refused = (code: string) => expect.objectContaining({ name: 'RoomError', code });

describe('the lobby', () => {
  it('notifies owners of who knocks, also those who come later, and admits', async () => {
    const { room, owner, guest, stranger } = createTestMeeting();
    const first = await owner();
    const plain = await guest();
    const sam = await stranger();
    expect([sam.level, sam.sessionData, sam.participants]).toEqual(['lobby', undefined, []]);
    expect(room().sentTo(first.sessionId, 'waiting')).toEqual([]);
    const knocking = sam.ask('request-access', { name: 'Sam' });
    const participant = { id: sam.sessionId, name: 'Sam', awaitingAccess: { level: 'full' } };
    const added = { type: 'waiting', change: 'added', participant };
    expect(room().sentTo(first.sessionId, 'waiting')).toEqual([added]);
    expect(room().sentTo(plain.sessionId, 'waiting')).toEqual([]);
    const later = await owner();
    expect(room().sentTo(later.sessionId, 'waiting')).toEqual([added]);
    await later.ask('grant-access', { id: sam.sessionId, granted: true });
    expect(await knocking).toEqual({ granted: true });
    expect(room().sentTo(sam.sessionId, 'access')).toMatchObject([{ level: 'full' }]);
    expect(room().sentTo(first.sessionId, 'waiting')[1]).toEqual({ ...added, change: 'removed' });
    expect(
      room()
        .members()
        .map(({ level }) => level),
    ).not.toContain('lobby');
  });

  it('keeps out who is not admitted; they may knock again', async () => {
    const { room, owner, stranger } = createTestMeeting();
    const { ask, sessionId } = await owner();
    const sam = await stranger();
    const knocking = sam.ask('request-access', { name: 'Sam' });
    await ask('grant-access', { id: sam.sessionId, granted: false });
    expect(await knocking).toEqual({ granted: false });
    void sam.ask('request-access', { name: 'Sam' });
    void sam.ask('request-access', { name: 'Samantha' });
    expect(
      room()
        .sentTo(sessionId, 'waiting')
        .map(({ change }) => change),
    ).toEqual([...['added', 'removed', 'added', 'updated']]);
  });

  it('forgets who leaves while they wait', async () => {
    const { room, owner, stranger } = createTestMeeting();
    const { sessionId } = await owner();
    const sam = await stranger();
    const knocking = sam.ask('request-access', { name: 'Sam' });
    room().leave('person-key-2');
    expect(await knocking).toEqual({ granted: false });
    expect(room().sentTo(sessionId, 'waiting').at(-1)).toMatchObject({ change: 'removed' });
  });

  it('notifies a participant who was made an administrator meanwhile', async () => {
    const { room, owner, guest, stranger } = createTestMeeting();
    const { ask } = await owner();
    const gil = await guest();
    const sam = await stranger();
    void sam.ask('request-access', { name: 'Sam' });
    const permissions = { canAdmin: ['participants'] };
    await ask('update-participant', { sessionId: gil.sessionId, permissions });
    expect(room().sentTo(gil.sessionId, 'waiting')).toHaveLength(1);
    await gil.ask('grant-access', { id: sam.sessionId, granted: true });
    expect(room().sentTo(sam.sessionId, 'access')).toHaveLength(1);
  });

  it('admits no more than the room holds, and says so', async () => {
    const { owner, stranger } = createTestMeeting({ config: { max_participants: 1 } });
    const { ask } = await owner();
    const sam = await stranger();
    void sam.ask('request-access', { name: 'Sam' });
    const granting = ask('grant-access', { id: sam.sessionId, granted: true });
    await expect(granting).rejects.toEqual(refused('room_full'));
  });

  it('answers at once who is in already, and everybody when the meeting ends', async () => {
    const { guest, stranger, meetings } = createTestMeeting();
    expect(await (await guest()).ask('request-access', { name: 'Gil' })).toEqual({ granted: true });
    const knocking = (await stranger()).ask('request-access', { name: 'Sam' });
    await meetings.closeAll('over');
    expect(await knocking).toEqual({ granted: false });
  });

  it.each([
    ['grant-access', { id: 'x', granted: true }],
    ['set-session-data', { data: 1 }],
    ['update-participant', { sessionId: 'x', eject: true }],
  ])('allows no %s from there', async (method, params) => {
    const sam = await createTestMeeting().stranger();
    await expect(sam.ask(method, params)).rejects.toEqual(refused('not_allowed'));
  });
});

describe('updating others', () => {
  it('mutes, and changes permissions', async () => {
    const { room, owner, guest } = createTestMeeting();
    const { ask } = await owner();
    const { sessionId } = await guest();
    await ask('update-participant', { sessionId, tracks: { audio: false, video: false } });
    expect(room().switchedOff).toEqual([{ sessionId, tracks: ['audio', 'video'] }]);
    await ask('update-participant', { sessionId, permissions: { canSend: ['audio'] } });
    expect(room().members()[1]?.permissions).toMatchObject({
      hasPresence: true,
      canSend: ['audio'],
    });
  });

  it('removes, and admits no more until the meeting is over', async () => {
    const { room, owner, join, meetings, stored } = createTestMeeting({ privacy: 'public' });
    const { ask } = await owner();
    const mallory = await join({ user_id: 'm' }, { userName: 'Mallory' });
    await ask('update-participant', { sessionId: mallory.sessionId, eject: true });
    expect(room().sentTo(mallory.sessionId, 'room-left')).toMatchObject([{ reason: 'ejected' }]);
    const again = join({ user_id: 'm' }, { userName: 'Another name' });
    await expect(again).rejects.toMatchObject({ code: 'ejected' });
    await join(null, { userName: 'Mallory' });
    await meetings.find(stored.name)?.end('over');
    await join({ user_id: 'm' });
  });

  const requests = [
    ['a participant who may not', 'guest', { eject: true }, 'owner', 'not_allowed'],
    ['nobody', 'owner', { sessionId: 'nobody', eject: true }, 'guest', 'not_found'],
    ['who waits in the lobby', 'owner', { eject: true }, 'stranger', 'not_found'],
    ['what does not fit', 'owner', { tracks: { audio: true } }, 'guest', 'bad_request'],
  ] as const;
  it.each(requests)('refuses %s', async (_, asker, change, target, code) => {
    const people = createTestMeeting();
    const { ask } = await people[asker]();
    const { sessionId } = await people[target]();
    const asking = ask('update-participant', { sessionId, ...change });
    await expect(asking).rejects.toEqual(refused(code));
  });

  it('an administrator can do nothing to an owner', async () => {
    const { owner, join } = createTestMeeting();
    const { sessionId } = await owner();
    const { ask } = await join({ permissions: { canAdmin: true } });
    const asking = ask('update-participant', { sessionId, eject: true });
    await expect(asking).rejects.toEqual(refused('not_allowed'));
  });
});

describe('session data', () => {
  it('is for everybody, newcomers included', async () => {
    const { room, guest, stranger, owner } = createTestMeeting();
    const gil = await guest();
    expect(gil).not.toHaveProperty('sessionData');
    await gil.ask('set-session-data', { data: { slide: 1, title: 'A' } });
    await gil.ask('set-session-data', { data: { slide: 2 }, mergeStrategy: 'shallow-merge' });
    const data = { slide: 2, title: 'A' };
    expect(room().sentTo(gil.sessionId, 'session-data').at(-1)?.data).toEqual(data);
    const { ask, sessionData } = await owner();
    expect(sessionData).toEqual(data);
    const sam = await stranger();
    expect(sam).not.toHaveProperty('sessionData');
    void sam.ask('request-access', { name: 'Sam' });
    const before = room().events.length;
    await ask('grant-access', { id: sam.sessionId, granted: true });
    expect(room().events.slice(before)).toContainEqual({
      to: sam.sessionId,
      event: { type: 'session-data', data },
    });
  });

  it.each([
    ['too much', { data: 'x'.repeat(102_401) }, /^data: at most/],
    [
      'too much in all',
      { data: { b: 'x'.repeat(60_000) }, mergeStrategy: 'shallow-merge' },
      /100 KB/,
    ],
    ['a merge of what is no object', { data: [1], mergeStrategy: 'shallow-merge' }, /^data: only/],
    ['another strategy', { data: 1, mergeStrategy: 'deep' }, /^mergeStrategy/],
  ])('refuses %s', async (_, params, message) => {
    const { ask } = await createTestMeeting().guest();
    await ask('set-session-data', { data: { a: 'x'.repeat(60_000) } });
    await expect(ask('set-session-data', params)).rejects.toThrow(message);
  });
});

describe('hidden people', () => {
  it('are counted, also for newcomers', async () => {
    const { room, owner, guest, join } = createTestMeeting();
    const { ask, sessionId } = await owner();
    const spy = await join({ permissions: { hasPresence: false } });
    const counts = (id: string) =>
      room()
        .sentTo(id, 'counts')
        .map(({ hidden }) => hidden);
    expect(counts(sessionId)).toEqual([1]);
    const before = room().events.length;
    const later = await guest();
    expect(room().events.slice(before)).toEqual([
      { to: later.sessionId, event: { type: 'counts', hidden: 1 } },
    ]);
    const permissions = { hasPresence: true };
    await ask('update-participant', { sessionId: spy.sessionId, permissions });
    expect(counts(sessionId).at(-1)).toBe(0);
  });
});

describe('requests', () => {
  it.each([
    ['of no such method', 'fly', {}, 'bad_request', /^method/],
    ['without parameters', 'set-session-data', 7, 'bad_request', /./],
    ['nobody answers here', 'stop-recording', {}, 'not_configured', /stop-recording/],
  ])('%s are refused', async (_, method, params, code, message) => {
    const asking = (await createTestMeeting().guest()).ask(method, params);
    await expect(asking).rejects.toEqual(refused(code));
    await expect(asking).rejects.toThrow(message);
  });

  it('features answer with checked parameters, and hear who comes and goes', async () => {
    const heard: string[] = [];
    const { guest, room, meetings } = createTestMeeting({
      features: [
        () => ({
          handlers: { 'stop-recording': ({ member, params }) => [member.userName, params] },
          onMemberEntered: ({ userName }, from) => void heard.push(`${userName} ${from}`),
          onMemberLeft: (sessionId) => void heard.push(`${sessionId} left`),
          close: async () => void heard.push('closed'),
        }),
      ],
    });
    const { ask } = await guest();
    expect(await ask('stop-recording', { instanceId: 'a' })).toEqual(['Gil', { instanceId: 'a' }]);
    room().lose();
    await expect.poll(() => heard).toEqual(['Gil outside', 'person left', 'closed']);
    expect(meetings.size).toBe(0);
  });

  it('a feature that throws keeps nobody out and nothing open', async () => {
    const fail = () => {
      throw new Error('broken');
    };
    const { guest, room } = createTestMeeting({
      features: [
        () => ({
          handlers: {},
          onMemberEntered: fail,
          onMemberLeft: fail,
          close: async () => fail(),
        }),
      ],
    });
    await guest();
    room().lose();
    await expect.poll(() => room().closedWith).not.toBeNull();
  });
});

describe('limits of the server', () => {
  it('holds no more meetings, and no more people in one, than it may', async () => {
    const { guest, meetings, stored } = createTestMeeting({
      config: { max_participants: 50 },
      limits: { meetings: 1, roomParticipants: 2 },
    });
    await guest();
    await guest('Bea');
    await expect(guest('Cy')).rejects.toMatchObject({ code: 'room_full' });
    const other = { ...stored, id: 'other', name: 'other' };
    await expect(meetings.open(other)).rejects.toMatchObject({ code: 'concurrency_limit' });
    await meetings.closeAll('over');
    await expect(meetings.open(other)).rejects.toMatchObject({ code: 'not_ready' });
  });

  it('delete-while-joining: a room that is gone opens no meeting', async () => {
    const { meetings, stored } = createTestMeeting();
    await meetings.end(stored.id, 'deleted');
    await expect(meetings.open(stored)).rejects.toMatchObject({ code: 'room_not_found' });
  });
});
