import { afterEach, describe, expect, it } from 'vitest';
import { CallError } from '../core/call-error.ts';
import { wireParticipant } from '../testing/fake-engine.ts';
import { createRoomCall, destroyAllRoomCalls } from '../testing/room-call.ts';
import { settle } from '../testing/virtual-clock.ts';

/** The owner's part is loaded when it is needed, and asks then. */
const loaded = async () => {
  await import('./owner-update.ts');
  await settle();
};

afterEach(destroyAllRoomCalls);

const everything = {
  hasPresence: true,
  canSend: true,
  canReceive: { base: true },
  canAdmin: false,
};
const withAdaAndBea = () =>
  createRoomCall({ subscribeToTracksAutomatically: false }, (engine) => {
    engine.present = [wireParticipant('ada'), wireParticipant('bea')];
  });

describe('updating others as an owner', () => {
  it.each([
    [{ setAudio: false, setVideo: false }, { tracks: { audio: false, video: false } }],
    [{ setScreenShare: false }, { tracks: { screenVideo: false, screenAudio: false } }],
    [{ eject: true }, { eject: true }],
    [
      { updatePermissions: { canSend: new Set<'audio'>(['audio']), canAdmin: ['participants'] } },
      { permissions: { canSend: ['audio'], canAdmin: ['participants'] } },
    ],
    [
      { updatePermissions: { canReceive: { byUserId: { x: false } }, hasPresence: false } },
      {
        permissions: {
          canReceive: { base: true, byUserId: { x: false } },
          hasPresence: false,
        },
      },
    ],
  ] as const)('%j asks the room', async (update, asked) => {
    const { call, engine } = withAdaAndBea();
    await call.join();
    call.updateParticipant('ada', update);
    await loaded();
    const params = { sessionId: 'ada', ...asked };
    expect(engine().requests).toEqual([{ method: 'update-participant', params }]);
  });

  it('cannot unmute', async () => {
    const { call, engine } = withAdaAndBea();
    await call.join();
    call.updateParticipant('ada', { setAudio: true });
    await loaded();
    expect(engine().requests).toEqual([]);
  });

  it('does it to everybody, and differently to some', async () => {
    const { call, engine } = withAdaAndBea();
    await call.join();
    call.updateParticipants({ '*': { setAudio: false }, bea: { eject: true } });
    await loaded();
    expect(engine().requests.map(({ params }) => params)).toEqual([
      { sessionId: 'ada', tracks: { audio: false } },
      { sessionId: 'bea', tracks: { audio: false } },
      { sessionId: 'bea', eject: true },
    ]);
  });

  it('hears of a refusal as a nonfatal error', async () => {
    const { call, engine, collect } = withAdaAndBea();
    await call.join();
    engine().answer = () => {
      throw new CallError('refused', 'Only owners can.');
    };
    const errors = collect('nonfatal-error');
    call.updateParticipant('ada', { eject: true });
    await loaded();
    expect(errors).toMatchObject([{ type: 'room-error', errorMsg: 'Only owners can.' }]);
  });
});

describe('what owners decide about oneself', () => {
  it('mutes, says by whom, and forgets that after unmuting', async () => {
    const { call, devices, engine, collect, tell } = createRoomCall();
    await call.join();
    const events = collect('track-stopped', 'track-started');
    tell({ type: 'self-updated', tracksOff: ['audio'] });
    expect(call.localAudio()).toBe(false);
    expect(devices.given[0]?.enabled).toBe(false);
    expect(call.participants().local.tracks.audio).toEqual({
      subscribed: true,
      state: 'off',
      off: { byRemoteRequest: true },
    });
    expect(engine().sent.at(-1)).toMatchObject({ type: 'update-self', tracks: { audio: false } });
    call.setLocalAudio(true);
    call.setLocalAudio(false);
    expect(call.participants().local.tracks.audio.off).toEqual({ byUser: true });
    expect(events).toMatchObject([
      { action: 'track-stopped' },
      { action: 'track-started' },
      { action: 'track-stopped' },
    ]);
  });

  it('takes a permission away, and the track with it', async () => {
    const { call, collect, tell } = createRoomCall();
    await call.join();
    const events = collect('participant-updated');
    tell({ type: 'self-updated', permissions: { ...everything, canSend: ['video'] } });
    expect(call.localAudio()).toBe(false);
    const { permissions, tracks } = call.participants().local;
    expect(permissions.canSend).toEqual(new Set(['video']));
    expect(tracks.audio).toMatchObject({ state: 'off', off: { byCanSendPermission: true } });
    expect(events.length).toBeGreaterThan(0);
    tell({ type: 'self-updated', permissions: everything });
    call.setLocalAudio(true);
    expect(call.participants().local.tracks.audio.state).toBe('playable');
  });

  it('a room that lets one only listen opens nothing that is sent', async () => {
    const { call } = createRoomCall({}, (engine) => {
      engine.room = { permissions: { ...everything, canSend: false } };
    });
    await call.join();
    expect(call.localAudio()).toBe(false);
  });

  it('knows when the participant will be removed', async () => {
    const ejectAt = Date.UTC(2026, 0, 1);
    const { call, collect, tell } = createRoomCall({}, (engine) => {
      engine.room = { ejectAt, owner: true, userId: 'u1' };
    });
    await call.join();
    expect(call.participants().local).toMatchObject({
      owner: true,
      user_id: 'u1',
      will_eject_at: new Date(ejectAt),
    });
    const events = collect('error', 'left-meeting');
    tell({ type: 'room-left', reason: 'exp-token', message: 'Expired.' });
    expect(events).toMatchObject([
      { action: 'error', error: { type: 'exp-token', msg: 'Expired.' } },
      { action: 'left-meeting', reason: 'exp-token' },
    ]);
  });
});

describe('the room removes the participant', () => {
  it.each(['ejected', 'exp-room', 'exp-token', 'not-allowed', 'connection-error'] as const)(
    'with %s: one error of this kind, then one end',
    async (reason) => {
      const { call, collect, tell } = createRoomCall();
      await call.join();
      const events = collect('error', 'left-meeting');
      tell({ type: 'room-left', reason, message: 'Bye.' });
      expect(events).toMatchObject([
        { action: 'error', errorMsg: 'Bye.', error: { type: reason } },
        { action: 'left-meeting', reason },
      ]);
      expect(call.meetingState()).toBe('error');
      expect(call.waitingParticipants()).toEqual({});
    },
  );
});

describe('how many there are', () => {
  it('counts who is seen and who is not', async () => {
    const { call, collect, tell } = withAdaAndBea();
    const events = collect('participant-counts-updated');
    expect(call.participantCounts()).toEqual({ present: 0, hidden: 0 });
    await call.join();
    tell({ type: 'counts', hidden: 2 });
    expect(call.participantCounts()).toEqual({ present: 3, hidden: 2 });
    expect(events).toMatchObject([
      { participantCounts: { present: 3, hidden: 0 } },
      { participantCounts: { present: 3, hidden: 2 } },
    ]);
    await call.leave();
    expect(call.participantCounts()).toEqual({ present: 0, hidden: 0 });
  });

  it('oneself among the hidden', async () => {
    const { call } = createRoomCall({}, (engine) => {
      engine.room = { permissions: { ...everything, hasPresence: false } };
    });
    await call.join();
    expect(call.participantCounts()).toEqual({ present: 0, hidden: 1 });
  });
});

describe('subscribing', () => {
  it('switched on later takes who is there already', async () => {
    const { call, engine } = withAdaAndBea();
    await call.join();
    expect(engine().sent).toEqual([]);
    call.setSubscribeToTracksAutomatically(true);
    call.setSubscribeToTracksAutomatically(true);
    expect(engine().sent).toEqual([
      { type: 'subscribe', sessionId: 'ada', tracks: { '*': true } },
      { type: 'subscribe', sessionId: 'bea', tracks: { '*': true } },
    ]);
  });
});
