import { afterEach, describe, expect, it, vi } from 'vitest';
import { CallError } from '../core/call-error.ts';
import type { CallEventName } from '../core/call-events.ts';
import { callInstances } from '../core/call-instances.ts';
import type { CallObjectOptions } from '../options/call-options.ts';
import { type FakeEngine, fakeEngines, wireParticipant } from '../testing/fake-engine.ts';
import { asDevices, asTrack, FakeDevices, FakeTrack, namedError } from '../testing/fake-media.ts';
import { settle, VirtualClock } from '../testing/virtual-clock.ts';
import { CallObject } from './call-object.ts';

const url = 'https://kindling.test/room/a';

afterEach(() => {
  for (let one = callInstances.find(); one !== undefined; one = callInstances.find()) {
    void one.destroy();
  }
});

const NAMES: readonly CallEventName[] = [
  'loading',
  'load-attempt-failed',
  'loaded',
  'joining-meeting',
  'access-state-updated',
  'joined-meeting',
  'participant-joined',
  'participant-updated',
  'participant-left',
  'participant-counts-updated',
  'track-started',
  'track-stopped',
  'app-message',
  'camera-error',
  'nonfatal-error',
  'error',
  'network-connection',
  'left-meeting',
  'call-instance-destroyed',
];

function setUp(options: CallObjectOptions = {}, prepare?: (engine: FakeEngine) => void) {
  const clock = new VirtualClock();
  const devices = new FakeDevices();
  const engines = fakeEngines(prepare);
  let hidePage = () => {};
  const dependencies = {
    clock,
    importEngine: engines.importEngine,
    mediaDevices: () => asDevices(devices),
    onPageHide(listener: () => void) {
      hidePage = listener;
      return () => {};
    },
  };
  const call = new CallObject({ url, ...options }, dependencies);
  const events: string[] = [];
  for (const name of NAMES) call.on(name, () => events.push(name));
  const engine = () => {
    const last = engines.made.at(-1);
    if (last === undefined) throw new Error('no engine was made');
    return last;
  };
  return {
    call,
    clock,
    devices,
    dependencies,
    engines,
    engine,
    events,
    hidePage: () => hidePage(),
  };
}

describe('before joining', () => {
  it('shows oneself from the first camera on, and asks no figures of anybody', async () => {
    const { call, events } = setUp();
    const refusals: unknown[] = [];
    call.on('live-streaming-error', ({ errorMsg }) => refusals.push(errorMsg));
    expect(call.participants()).toEqual({});
    expect(await call.getCpuLoadStats()).toEqual({ stats: {} });
    expect(await call.getNetworkStats()).toMatchObject({ networkState: 'unknown', stats: {} });
    call.startLiveStreaming();
    expect(refusals).toEqual(['Live streaming is not configured on this server.']);
    await call.startCamera();
    expect(call.participants().local).toMatchObject({ local: true, session_id: '' });
    await call.join();
    await call.leave();
    expect(call.participants()).toEqual({});
    expect(events.filter((name) => name === 'error')).toEqual([]);
  });
});

describe('joining', () => {
  it('goes from new to joined, telling each step once and in order', async () => {
    const { call, events, engine } = setUp();
    expect(call.meetingState()).toBe('new');
    const participants = await call.join({ userName: 'Ada' });
    expect(call.meetingState()).toBe('joined-meeting');
    expect(participants?.local).toMatchObject({ session_id: 'me', user_name: 'Ada', local: true });
    expect(events).toEqual([
      'loading',
      'loaded',
      'joining-meeting',
      'access-state-updated',
      'joined-meeting',
      'participant-counts-updated',
      'track-started',
      'track-started',
      'network-connection',
    ]);
    expect(engine().joinRequest).toMatchObject({ userName: 'Ada', audio: true });
    expect(engine().listening).toBe(true);
  });

  it('only warns at a second join', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { call, engines } = setUp();
    const first = call.join();
    expect(await call.join()).toBeUndefined();
    await first;
    expect(await call.join()).toBeUndefined();
    expect(warn).toHaveBeenCalledTimes(2);
    expect(engines.made).toHaveLength(1);
    warn.mockRestore();
  });

  it('listens without a microphone when it is refused, and says why', async () => {
    const { call, devices, events, engine } = setUp();
    devices.refusal = namedError('NotAllowedError', 'Permission denied');
    await call.join();
    expect(events).toContain('camera-error');
    expect(engine().microphones).toEqual([null]);
    expect(engine().joinRequest).toMatchObject({ audio: false });
    expect(call.participants().local.tracks.audio).toMatchObject({
      state: 'blocked',
      blocked: { byPermissions: true },
    });
  });

  it('announces those who were there first, and subscribes to them', async () => {
    const { call, events, engine } = setUp({}, (one) => {
      one.present = [wireParticipant('agent')];
    });
    await call.join();
    expect(events.filter((name) => name === 'participant-joined')).toHaveLength(1);
    expect(call.participantCounts()).toEqual({ present: 2, hidden: 0 });
    expect(engine().sent).toContainEqual({
      type: 'subscribe',
      sessionId: 'agent',
      tracks: { '*': true },
    });
  });

  it('rejects and becomes an error when the room refuses; the microphone is free again', async () => {
    const { call, devices, events } = setUp({}, (one) => {
      one.refusal = new CallError('meeting-full', 'The room is full.');
    });
    const errors: unknown[] = [];
    call.on('error', ({ error }) => errors.push(error));
    await expect(call.join()).rejects.toMatchObject({ code: 'meeting-full' });
    expect(call.meetingState()).toBe('error');
    expect(errors).toEqual([{ type: 'meeting-full', msg: 'The room is full.' }]);
    expect(events).not.toContain('left-meeting');
    expect(devices.given.map((track) => track.readyState)).toEqual(['ended']);
  });

  it('tries to load the engine three times, then fails with the connection error', async () => {
    const { clock, dependencies } = setUp({ allowMultipleCallInstances: true });
    const call = new CallObject(
      { url, allowMultipleCallInstances: true },
      { ...dependencies, importEngine: () => Promise.reject(new Error('offline')) },
    );
    const failures: string[] = [];
    const errors: unknown[] = [];
    call.on('load-attempt-failed', ({ errorMsg }) => failures.push(errorMsg));
    call.on('error', ({ error }) => errors.push(error));
    const joining = expect(call.join()).rejects.toThrow('Failed to load call object bundle.');
    await clock.advance(5_000);
    await joining;
    expect(failures).toEqual(['offline', 'offline', 'offline']);
    expect(errors).toMatchObject([{ type: 'connection-error', details: { on: 'load' } }]);
  });
});

describe('leaving', () => {
  it('leaves once, frees the microphone and joins again', async () => {
    const { call, devices, events, engine, engines } = setUp();
    await call.join();
    await call.leave();
    await call.leave();
    expect(call.meetingState()).toBe('left-meeting');
    expect(events.filter((name) => name === 'left-meeting')).toHaveLength(1);
    expect(engine().left).toBe(true);
    expect(devices.given[0]?.readyState).toBe('ended');
    await call.join();
    expect(call.meetingState()).toBe('joined-meeting');
    expect(engines.made).toHaveLength(2);
  });

  it('close-while-joining: the join rejects and nothing stays open', async () => {
    let open = () => {};
    const { call, devices, engine } = setUp({}, (one) => {
      one.gate = new Promise((resolve) => {
        open = resolve;
      });
    });
    const joining = expect(call.join()).rejects.toMatchObject({ code: 'left-while-joining' });
    await settle();
    await call.destroy();
    open();
    await joining;
    expect(engine().left).toBe(true);
    expect(devices.given[0]?.readyState).toBe('ended');
  });

  it('leaves when the page goes away', async () => {
    const { call, engine, hidePage } = setUp();
    await call.join();
    hidePage();
    expect(engine().left).toBe(true);
    expect(call.meetingState()).toBe('left-meeting');
  });

  it('a call that the server ended is left, not failed', async () => {
    const { call, events, engine } = setUp();
    const reasons: string[] = [];
    call.on('left-meeting', ({ reason }) => reasons.push(reason));
    await call.join();
    engine().options.callbacks.onEvent({ type: 'room-left', reason: 'ended', message: 'bye' });
    expect(reasons).toEqual(['ended']);
    expect(events).not.toContain('error');
  });

  it('a lost connection is one error, then one end', async () => {
    const { call, events, engine } = setUp();
    await call.join();
    const lost = new CallError('connection-error', 'gone', { stage: 'reconnect' });
    engine().options.callbacks.onLost(lost);
    engine().options.callbacks.onLost(lost);
    expect(events.filter((name) => name === 'error' || name === 'left-meeting')).toEqual([
      'error',
      'left-meeting',
    ]);
    expect(call.meetingState()).toBe('error');
  });
});

describe('instances', () => {
  it('allows one at a time, and the next one right after destroy', () => {
    const { call, dependencies } = setUp();
    expect(() => new CallObject({}, dependencies)).toThrow(CallError);
    void call.destroy();
    expect(() => new CallObject({}, dependencies)).not.toThrow();
  });

  it('refuses use after destroy', async () => {
    const { call } = setUp();
    await call.destroy();
    expect(() => call.setLocalAudio(true)).toThrow('use after destroy');
    await expect(call.join()).rejects.toThrow('use after destroy');
    expect(call.isDestroyed()).toBe(true);
  });
});

describe('the microphone', () => {
  it('mutes and unmutes, and tells the room', async () => {
    const { call, devices, engine } = setUp();
    await call.join();
    call.setLocalAudio(false);
    expect(call.localAudio()).toBe(false);
    expect(devices.given[0]?.enabled).toBe(false);
    call.setLocalAudio(true);
    expect(call.localAudio()).toBe(true);
    expect(engine().sent.filter((command) => command.type === 'update-self')).toMatchObject([
      { tracks: { audio: false } },
      { tracks: { audio: true } },
    ]);
  });

  it('leaves a track of the page alone when the call ends', async () => {
    const own = new FakeTrack('own');
    const { call, devices } = setUp({ audioSource: asTrack(own) });
    await call.join();
    await call.destroy();
    expect(own.readyState).toBe('live');
    expect(devices.given).toHaveLength(0);
  });

  it('falls back to the default device when the chosen one is unplugged', async () => {
    const { call, devices, engine } = setUp();
    await call.join();
    devices.given[0]?.end();
    await settle();
    expect(devices.given).toHaveLength(2);
    expect(engine().microphones.at(-1)).toBe(devices.given[1]);
    expect(call.localAudio()).toBe(true);
  });

  it('is asked for only when it is switched on, after a start without it', async () => {
    const { call, devices, engine } = setUp({ startAudioOff: true });
    await call.join();
    expect(devices.given).toHaveLength(0);
    call.setLocalAudio(true);
    await settle();
    expect(engine().microphones.at(-1)).toBe(devices.given[0]);
  });

  it('says after the join which devices there are, and which is used', async () => {
    const { call, devices } = setUp();
    devices.listed.push({ kind: 'audioinput', deviceId: 'headset' });
    const available: string[][] = [];
    const selected: unknown[] = [];
    call.on('available-devices-updated', ({ availableDevices }) =>
      available.push(availableDevices.map((device) => device.deviceId)),
    );
    call.on('selected-devices-updated', (event) => selected.push(event.devices.mic));
    await call.join();
    await settle();
    expect(available).toEqual([['microphone', 'default', 'headset']]);
    expect(selected).toEqual([{ kind: 'audioinput', deviceId: 'microphone' }]);
    devices.listed.pop();
    devices.dispatchEvent(new Event('devicechange'));
    await settle();
    expect(available.at(-1)).toEqual(['microphone', 'default']);
    await call.leave();
    devices.dispatchEvent(new Event('devicechange'));
    await settle();
    expect(available).toHaveLength(2);
  });

  it('is exchanged while it is muted, and stays muted', async () => {
    const { call, devices, engine } = setUp();
    await call.join();
    call.setLocalAudio(false);
    await call.setInputDevicesAsync({ audioDeviceId: 'headset' });
    expect(engine().microphones.at(-1)).toBe(devices.given[1]);
    expect(devices.given.map((track) => [track.id, track.readyState, track.enabled])).toEqual([
      ['microphone', 'ended', false],
      ['headset', 'live', false],
    ]);
  });

  it('stays the one it was when another cannot be opened', async () => {
    const { call, devices, events } = setUp();
    await call.join();
    devices.refusal = namedError('NotReadableError');
    await call.setInputDevicesAsync({ audioDeviceId: 'headset' });
    expect(events).toContain('camera-error');
    expect(call.localAudio()).toBe(true);
    expect(devices.given[0]?.readyState).toBe('live');
    expect(call.participants().local.tracks.audio.state).toBe('playable');
  });

  it('can be absent, and taken during the call', async () => {
    const { call, devices, engine } = setUp({ audioSource: false });
    await call.join();
    expect(devices.given).toHaveLength(0);
    expect(engine().joinRequest).toMatchObject({ audio: false });
    expect(engine().microphones).toEqual([null]);
    await call.setInputDevicesAsync({ audioDeviceId: null });
    expect(engine().microphones.at(-1)).toBe(devices.given[0]);
    expect(call.localAudio()).toBe(true);
  });

  it('reports a processor that cannot be switched', async () => {
    const { call, devices, events } = setUp();
    await call.join();
    const [track] = devices.given;
    if (track === undefined) throw new Error('no microphone');
    Object.assign(track, { suppresses: false, rejectsConstraints: true });
    const settings = { audio: { processor: { type: 'noise-cancellation' } } } as const;
    const { inputSettings } = await call.updateInputSettings(settings);
    expect(events).toContain('nonfatal-error');
    expect(inputSettings).toEqual({ audio: { processor: { type: 'none' } } });
  });
});

describe('others in the room', () => {
  it('a track starts when it is subscribed and here, and stops when its owner leaves', async () => {
    const { call, events, engine } = setUp({ subscribeToTracksAutomatically: false });
    await call.join();
    const { onEvent } = engine().options.callbacks;
    const voice = asTrack(new FakeTrack('voice'));
    engine().tracks.set('0', voice);
    onEvent({ type: 'participant-joined', participant: wireParticipant('agent') });
    expect(call.participants().agent?.tracks.audio).toEqual({
      subscribed: false,
      state: 'sendable',
    });
    call.updateParticipant('agent', { setSubscribedTracks: { audio: true, video: false } });
    expect(engine().sent.at(-1)).toEqual({
      type: 'subscribe',
      sessionId: 'agent',
      tracks: { audio: true, video: false },
    });
    events.length = 0;
    const participant = wireParticipant('agent', { subscribed: true, mid: '0' });
    onEvent({ type: 'participant-updated', participant });
    expect(call.participants().agent?.tracks.audio.track).toBe(voice);
    onEvent({ type: 'participant-left', sessionId: 'agent' });
    expect(events).toEqual([
      'participant-updated',
      'track-started',
      'track-stopped',
      'participant-left',
      'participant-counts-updated',
    ]);
  });

  it('tells of everybody as gone at its own end: what plays them is taken away then', async () => {
    const { call, events } = setUp({}, (one) => {
      one.present = [wireParticipant('agent'), wireParticipant('guest')];
    });
    await call.join();
    events.length = 0;
    await call.destroy();
    expect(events.filter((name) => !name.startsWith('track'))).toEqual([
      'participant-left',
      'participant-left',
      'left-meeting',
      'call-instance-destroyed',
    ]);
  });

  it('says levels of everybody at the interval asked for', async () => {
    const { call, clock } = setUp({}, (one) => {
      one.present = [wireParticipant('agent')];
    });
    const levels: unknown[] = [];
    call.on('remote-participants-audio-level', (event) =>
      levels.push(event.participantsAudioLevel),
    );
    await call.startRemoteParticipantsAudioLevelObserver(100);
    await call.join();
    await clock.advance(350);
    expect(levels).toEqual([{ agent: 0 }, { agent: 0 }, { agent: 0 }]);
    call.stopRemoteParticipantsAudioLevelObserver();
    await clock.advance(1_000);
    expect(levels).toHaveLength(3);
    await expect(call.startLocalAudioLevelObserver(99)).rejects.toThrow('at least 100 ms');
  });
});

describe('app messages', () => {
  it('travel both ways', async () => {
    const { call, engine } = setUp();
    await call.join();
    call.sendAppMessage('playable');
    call.sendAppMessage({ a: 1 }, ['x', 'y']);
    expect(engine().sent).toEqual([
      { type: 'app-message', to: '*', data: 'playable' },
      { type: 'app-message', to: 'x', data: { a: 1 } },
      { type: 'app-message', to: 'y', data: { a: 1 } },
    ]);
    const heard: unknown[] = [];
    call.on('app-message', ({ data, fromId }) => heard.push([data, fromId]));
    engine().options.callbacks.onEvent({ type: 'app-message', from: 'agent', data: 'listening' });
    expect(heard).toEqual([['listening', 'agent']]);
  });

  it('refuses what is too large, missing, or before the join', async () => {
    const { call } = setUp();
    expect(() => call.sendAppMessage('early')).toThrow('only supported after join');
    await call.join();
    expect(() => call.sendAppMessage('x'.repeat(16_384))).toThrow(
      'Message data too large. Max size is 16384',
    );
    expect(() => call.sendAppMessage('x'.repeat(16_382))).not.toThrow();
    expect(() => call.sendAppMessage(undefined)).toThrow(CallError);
  });
});

it('says that no recording is running', async () => {
  const { call } = setUp();
  await call.join();
  const messages: string[] = [];
  call.on('recording-error', ({ errorMsg }) => messages.push(errorMsg));
  call.leave();
  call.stopRecording();
  await expect.poll(() => messages).toEqual(['No recording is running.']);
});
