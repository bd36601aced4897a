import { afterEach, describe, expect, it, vi } from 'vitest';
import { CallError } from '../core/call-error.ts';
import { wireParticipant } from '../testing/fake-engine.ts';
import { createRoomCall, destroyAllRoomCalls } from '../testing/room-call.ts';
import { settle } from '../testing/virtual-clock.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  destroyAllRoomCalls();
});

const info = { id: 'r1', name: 'staff', config: { enable_chat: false }, tokenConfig: {} };
const refusing = (message: string) => () => {
  throw new CallError('refused', message);
};
const sam = { id: 'sam', name: 'Sam', awaitingAccess: { level: 'full' } } as const;

describe('access', () => {
  const lobby = () =>
    createRoomCall({ userName: 'Sam' }, (engine) => {
      engine.room = { level: 'lobby', room: info };
    });

  it('is full where nobody says otherwise, and unknown outside', async () => {
    const { call, collect } = createRoomCall();
    const events = collect('access-state-updated', 'joined-meeting');
    expect(call.accessState()).toEqual({ access: 'unknown' });
    await call.join();
    expect(events).toMatchObject([
      { action: 'access-state-updated', access: { level: 'full' } },
      { action: 'joined-meeting' },
    ]);
    await call.leave();
    expect(call.accessState()).toEqual({ access: 'unknown' });
  });

  it('knocks, waits, and is admitted with everybody who is there', async () => {
    const { call, engine, collect, tell } = lobby();
    await call.join();
    let decide = (_: unknown) => {};
    engine().answer = () => new Promise((resolve) => (decide = resolve));
    const events = collect('access-state-updated', 'participant-joined');
    const asking = call.requestAccess();
    expect(call.accessState()).toEqual({
      access: { level: 'lobby' },
      awaitingAccess: { level: 'full' },
    });
    await settle();
    expect(engine().requests).toEqual([{ method: 'request-access', params: { name: 'Sam' } }]);
    tell({ type: 'access', level: 'full', participants: [wireParticipant('ada')] });
    decide({ granted: true });
    expect(await asking).toEqual({ access: { level: 'full' }, granted: true });
    expect(events).toMatchObject([
      { access: { level: 'lobby' }, awaitingAccess: { level: 'full' } },
      { action: 'participant-joined', participant: { session_id: 'ada' } },
      { action: 'access-state-updated', access: { level: 'full' } },
    ]);
    expect(events.at(-1)).not.toHaveProperty('awaitingAccess');
    expect(await call.requestAccess()).toEqual({ access: { level: 'full' }, granted: true });
  });

  it('stays in the lobby when an owner says no', async () => {
    const { call, engine } = lobby();
    await call.join();
    engine().answer = () => ({ granted: false });
    const answer = await call.requestAccess({ name: 'Samantha' });
    expect(answer).toEqual({ access: { level: 'lobby' }, granted: false });
    expect(call.accessState()).toEqual({ access: { level: 'lobby' } });
    expect(engine().requests[0]?.params).toEqual({ name: 'Samantha' });
  });

  it('leave-while-knocking: rejects, and no state is left', async () => {
    const { call, engine } = lobby();
    await call.join();
    engine().answer = refusing('The call was left before the room answered.');
    const asking = expect(call.requestAccess()).rejects.toThrow('left before');
    await call.leave();
    await asking;
    expect(call.accessState()).toEqual({ access: 'unknown' });
  });
});

describe('preAuth', () => {
  const answerWith = (status: number, body: unknown) =>
    vi.stubGlobal(
      'fetch',
      vi.fn(async () => new Response(JSON.stringify(body), { status })),
    );

  it('says what joining would give, without joining, and knows the room then', async () => {
    const { call, collect } = createRoomCall();
    answerWith(200, { level: 'lobby', room: info });
    const events = collect('access-state-updated', 'joining-meeting');
    expect(await call.preAuth({ token: 't' })).toEqual({ access: { level: 'lobby' } });
    expect(events).toEqual([{ action: 'access-state-updated', access: { level: 'lobby' } }]);
    expect(call.accessState()).toEqual({ access: { level: 'lobby' } });
    expect(call.meetingState()).toBe('loaded');
    expect(await call.room()).toMatchObject({ name: 'staff' });
    expect(fetch).toHaveBeenCalledWith(
      'https://kindling.test/room/staff/access',
      expect.objectContaining({ method: 'POST', body: '{"token":"t"}' }),
    );
  });

  it('is not notified again of what joining gives, when it is the same', async () => {
    const { call, collect } = createRoomCall();
    answerWith(200, { level: 'full', room: info });
    await call.preAuth();
    const events = collect('access-state-updated');
    await call.join();
    expect(events).toEqual([]);
  });

  it.each([
    [404, { code: 'room_not_found', message: 'No.' }, 'no-room'],
    [403, { code: 'room_not_open_yet', message: 'No.' }, 'nbf-room'],
    [410, { code: 'room_expired', message: 'No.' }, 'exp-room'],
    [403, { code: 'token_not_valid_yet', message: 'No.' }, 'nbf-token'],
    [401, { code: 'token_expired', message: 'No.' }, 'exp-token'],
    [403, { code: 'not_allowed', message: 'No.' }, 'not-allowed'],
    [409, { code: 'room_full', message: 'No.' }, 'meeting-full'],
    [410, { code: 'room_ended', message: 'No.' }, 'exp-room'],
    [403, { code: 'ejected', message: 'No.' }, 'ejected'],
    [426, { code: 'client_outdated', message: 'No.' }, 'end-of-life'],
    [429, { code: 'concurrency_limit', message: 'No.' }, 'connection-error'],
    [500, {}, 'connection-error'],
    [200, { level: 'everything' }, 'connection-error'],
  ])('rejects %i %j as %s', async (status, body, code) => {
    const { call } = createRoomCall();
    answerWith(status, body);
    await expect(call.preAuth()).rejects.toMatchObject({ name: 'CallError', code });
    expect(call.accessState()).toEqual({ access: 'unknown' });
  });

  it('a room that does not answer is a connection error at its lookup', async () => {
    const { call } = createRoomCall();
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
    const code = 'connection-error';
    await expect(call.preAuth()).rejects.toMatchObject({ code, stage: 'room-lookup' });
  });
});

describe('who knocks', () => {
  it('is sent to owners, who decide', async () => {
    const { call, engine, collect, tell } = createRoomCall();
    await call.join();
    const events = collect(
      'waiting-participant-added',
      'waiting-participant-updated',
      'waiting-participant-removed',
    );
    tell({ type: 'waiting', change: 'added', participant: sam });
    const renamed = { ...sam, name: 'Samantha' };
    tell({ type: 'waiting', change: 'updated', participant: renamed });
    expect(call.waitingParticipants()).toEqual({ sam: renamed });
    const granted = await call.updateWaitingParticipant('sam', { grantRequestedAccess: true });
    expect(granted).toEqual({ id: 'sam' });
    expect(engine().requests).toEqual([
      { method: 'grant-access', params: { id: 'sam', granted: true } },
    ]);
    tell({ type: 'waiting', change: 'removed', participant: renamed });
    expect(call.waitingParticipants()).toEqual({});
    expect(events).toEqual([
      { action: 'waiting-participant-added', participant: sam },
      { action: 'waiting-participant-updated', participant: renamed },
      { action: 'waiting-participant-removed', participant: renamed },
    ]);
  });

  it('can be admitted all at once', async () => {
    const { call, engine, tell } = createRoomCall();
    await call.join();
    for (const id of ['a', 'b'])
      tell({ type: 'waiting', change: 'added', participant: { ...sam, id } });
    const { ids } = await call.updateWaitingParticipants({
      '*': { grantRequestedAccess: true },
      b: { grantRequestedAccess: false },
    });
    expect(ids).toEqual(['a', 'b']);
    expect(engine().requests.map(({ params }) => params)).toEqual([
      { id: 'a', granted: true },
      { id: 'b', granted: false },
    ]);
  });

  it('a refusal rejects', async () => {
    const { call, engine } = createRoomCall();
    await call.join();
    engine().answer = refusing('Only owners can.');
    const update = call.updateWaitingParticipant('sam', { grantRequestedAccess: true });
    await expect(update).rejects.toThrow('Only owners can.');
  });
});

describe('meeting session', () => {
  it('is reported after joining and when its data changes; its id is kept after leaving', async () => {
    const { call, collect, tell } = createRoomCall({}, (engine) => {
      engine.room = { meetingId: 'm1', sessionData: { slide: 1 } };
    });
    expect(call.meetingSessionSummary()).toEqual({});
    const events = collect(
      'meeting-session-updated',
      'meeting-session-summary-updated',
      'meeting-session-state-updated',
    );
    await call.join();
    tell({ type: 'session-data', data: { slide: 2 } });
    expect(events).toMatchObject([
      { action: 'meeting-session-summary-updated', meetingSession: { id: 'm1' } },
      { action: 'meeting-session-updated', meetingSession: { id: 'm1' } },
      { meetingSessionState: { data: { slide: 1 }, topology: 'sfu' } },
      { meetingSessionState: { data: { slide: 2 } } },
    ]);
    expect(await call.getMeetingSession()).toEqual({ meetingSession: { id: 'm1' } });
    await call.leave();
    expect(call.meetingSessionSummary()).toEqual({ id: 'm1' });
  });

  it('data that the room refuses is a nonfatal error', async () => {
    const { call, engine, collect } = createRoomCall();
    await call.join();
    const errors = collect('nonfatal-error');
    call.setMeetingSessionData({ a: 1 }, 'shallow-merge');
    engine().answer = refusing('data: at most 100 KB.');
    call.setMeetingSessionData({ a: 2 });
    await settle();
    expect(engine().requests.map(({ params }) => params)).toEqual([
      { data: { a: 1 }, mergeStrategy: 'shallow-merge' },
      { data: { a: 2 }, mergeStrategy: 'replace' },
    ]);
    expect(errors).toMatchObject([
      { type: 'meeting-session-data-error', errorMsg: 'data: at most 100 KB.' },
    ]);
  });
});

describe('the active speaker', () => {
  it('is reported once, and forgotten when they leave', async () => {
    const { call, collect, tell } = createRoomCall();
    await call.join();
    const events = collect('active-speaker-change');
    tell({ type: 'active-speaker', sessionId: 'ada' });
    tell({ type: 'active-speaker', sessionId: 'ada' });
    expect(call.getActiveSpeaker()).toEqual({ peerId: 'ada' });
    tell({ type: 'participant-left', sessionId: 'ada' });
    expect(call.getActiveSpeaker()).toEqual({});
    tell({ type: 'active-speaker', sessionId: null });
    expect(events).toMatchObject([{ activeSpeaker: { peerId: 'ada' } }]);
  });

  it('has a mode, which says when it is another', async () => {
    const { call, collect } = createRoomCall();
    await call.join();
    const events = collect('active-speaker-mode-change');
    call.setActiveSpeakerMode(true).setActiveSpeakerMode(true);
    expect(call.activeSpeakerMode()).toBe(true);
    await call.leave();
    expect(call.activeSpeakerMode()).toBe(false);
    expect(events).toMatchObject([{ enabled: true }]);
  });
});

describe('the room', () => {
  it('is pending, then known, with and without defaults', async () => {
    const { call } = createRoomCall({}, (engine) => {
      engine.room = { room: info };
    });
    expect(await call.room()).toEqual({ roomUrlPendingJoin: 'https://kindling.test/room/staff' });
    await call.join();
    expect(await call.room()).toMatchObject({
      id: 'r1',
      name: 'staff',
      tokenConfig: {},
      domainConfig: {},
      config: { enable_chat: false, enable_screenshare: true },
    });
    const bare = await call.room({ includeRoomConfigDefaults: false });
    expect(bare).toMatchObject({ config: { enable_chat: false } });
    expect(bare).not.toHaveProperty('config.enable_screenshare');
  });
});

describe('one name', () => {
  it.each([
    [{}, 'Bea'],
    [{ thisMeetingOnly: true }, 'Ada'],
  ])('with %j is %s in the next meeting', async (options, next) => {
    const { call, engine } = createRoomCall({ userName: 'Ada' }, (one) => {
      one.room = {};
    });
    await call.join();
    expect(await call.setUserName('Bea', options)).toEqual({ userName: 'Bea' });
    expect(call.participants().local.user_name).toBe('Bea');
    expect(engine().sent).toContainEqual({
      type: 'update-self',
      userName: 'Bea',
      userData: undefined,
    });
    await call.leave();
    await call.join();
    expect(engine().joinRequest?.userName).toBe(next);
  });
});
