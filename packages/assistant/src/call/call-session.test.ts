import { describe, expect, it, vi } from 'vitest';
import { asCall, FakeCall, fakeParticipant } from '../testing/fake-call.ts';
import { VirtualClock } from '../testing/virtual-clock.ts';
import type { VapiEmit } from '../vapi-events.ts';
import { CallSession } from './call-session.ts';

function setUp({ recordsVideo = false, showsVideo = false } = {}) {
  const call = new FakeCall();
  const reported: unknown[][] = [];
  const emit: VapiEmit = (name, ...args) => reported.push([name, ...args]);
  const release = vi.fn();
  const onEnded = vi.fn();
  const session = new CallSession({
    call: asCall(call),
    microphone: { source: true, release },
    clock: new VirtualClock(),
    emit,
    recordsVideo,
    showsVideo,
    onEnded,
  });
  const message = (data: unknown) =>
    call.tell('app-message', { fromId: 'agent', data: JSON.stringify(data) });
  return { call, session, reported, release, onEnded, message };
}

describe('the assistant arrives', () => {
  it.each([
    [{}, false],
    [{ recordsVideo: true }, true],
    [{ showsVideo: true }, true],
  ])('its audio is subscribed, its video where it is recorded or shown: %o', (options, video) => {
    const { call } = setUp(options);
    call.tell('participant-joined', { participant: fakeParticipant({}) });
    const setSubscribedTracks = { audio: true, video };
    expect(call.done).toEqual([['updateParticipant', 'agent', { setSubscribedTracks }]]);
  });

  it('its track is answered with playable; other people’s tracks are not', () => {
    const { call, reported } = setUp();
    const track = { kind: 'video' } as MediaStreamTrack;
    const type = 'video';
    call.tell('track-started', { participant: fakeParticipant({ local: true }), track, type });
    call.tell('track-started', {
      participant: fakeParticipant({ user_name: 'Somebody' }),
      track,
      type,
    });
    expect(call.done).toEqual([]);
    call.tell('track-started', { participant: fakeParticipant({}), track, type });
    expect(call.done).toEqual([['sendAppMessage', 'playable']]);
    expect(reported).toEqual([['video', track]]);
  });

  it('listening is call-start, once, also when it is said again after a reconnection', () => {
    const { call, reported } = setUp();
    call.tell('app-message', { fromId: 'agent', data: 'listening' });
    call.tell('app-message', { fromId: 'agent', data: 'listening' });
    expect(reported).toEqual([['call-start']]);
  });
});

describe('messages', () => {
  it('are parsed; what is none is dropped', () => {
    const { call, reported, message } = setUp();
    message({ type: 'hang' });
    call.tell('app-message', { fromId: 'agent', data: '{' });
    message(['no type']);
    message(5);
    expect(reported).toEqual([['message', { type: 'hang' }]]);
  });
});

describe('the end', () => {
  it('by the person: call-end and the ended status, once each, everything freed', () => {
    const { session, reported, call, release, onEnded } = setUp();
    session.end('customer-ended-call');
    session.end('pipeline-error');
    expect(reported).toEqual([
      ['call-end', { reason: 'customer-ended-call', kind: 'hang-up' }],
      ['message', { type: 'status-update', status: 'ended', endedReason: 'customer-ended-call' }],
    ]);
    expect(call.done).toEqual([['destroy']]);
    expect(release).toHaveBeenCalledOnce();
    expect(onEnded).toHaveBeenCalledOnce();
  });

  it('by the server: its reason, and its own status message stands for ours', () => {
    const { call, reported, message } = setUp();
    message({ type: 'status-update', status: 'ended', endedReason: 'silence-timed-out' });
    call.tell('left-meeting', { reason: 'ended' });
    expect(reported.map(([name]) => name)).toEqual(['message', 'call-end']);
    expect(reported.at(-1)).toEqual(['call-end', { reason: 'silence-timed-out', kind: 'silence' }]);
  });

  it.each([
    ['connection-error', 'kindling.connection-lost', 'error'],
    ['exp-room', 'exceeded-max-duration', 'limit'],
    ['exp-token', 'exceeded-max-duration', 'limit'],
    ['no-room', 'pipeline-error', 'error'],
    ['meeting-full', 'pipeline-error', 'error'],
  ] as const)('by %s is not a hang-up', (type, reason, kind) => {
    const { call, reported } = setUp();
    call.tell('error', { errorMsg: 'x', error: { type, msg: 'x' } });
    call.tell('left-meeting', { reason: 'connection-error' });
    expect(reported.map(([name]) => name)).toEqual(['error', 'call-end', 'message']);
    expect(reported[1]).toEqual(['call-end', { reason, kind }]);
  });
});

describe('a processor that fails', () => {
  it('is switched off and the microphone on again, unless the person muted it', async () => {
    const { call, session } = setUp();
    const off = ['updateInputSettings', { audio: { processor: { type: 'none' } } }];
    call.tell('nonfatal-error', { type: 'audio-processor-error', errorMsg: 'x' });
    await Promise.resolve();
    await Promise.resolve();
    expect(call.done).toEqual([off, ['setLocalAudio', true]]);
    session.setMuted(true);
    call.done.length = 0;
    call.tell('nonfatal-error', { type: 'audio-processor-error', errorMsg: 'x' });
    await Promise.resolve();
    await Promise.resolve();
    expect(call.done).toEqual([off]);
    expect(call.audio).toBe(false);
  });
});

describe('another microphone', () => {
  it('takes the place of the granted one, which is let go of', async () => {
    const { call, session, release } = setUp();
    call.nextTrack = {};
    await session.microphone.choose({ audioDeviceId: 'headset' });
    expect(call.done).toEqual([['setInputDevicesAsync', { audioDeviceId: 'headset' }]]);
    expect(release).toHaveBeenCalledOnce();
  });

  it('that cannot be opened leaves the granted one as it is', async () => {
    const { session, release } = setUp();
    await session.microphone.choose({ audioDeviceId: 'headset' });
    expect(release).not.toHaveBeenCalled();
  });

  it('is reported with all there are', () => {
    const { call, reported } = setUp();
    const device = {
      kind: 'audioinput',
      deviceId: 'a',
      groupId: 'g',
      label: 'A',
    } as MediaDeviceInfo;
    call.tell('available-devices-updated', { availableDevices: [device] });
    call.tell('selected-devices-updated', { devices: { camera: {}, mic: device, speaker: {} } });
    const microphones = [{ id: 'a', label: 'A' }];
    expect(reported).toEqual([
      ['microphones-updated', { microphones, microphoneId: null }],
      ['microphones-updated', { microphones, microphoneId: 'a' }],
    ]);
  });
});

describe('a recorded call', () => {
  it('stops its recording before it leaves', () => {
    const { call, session } = setUp({ recordsVideo: true });
    session.end('customer-ended-call');
    expect(call.done).toEqual([['stopRecording'], ['destroy']]);
  });

  it('stops it when something broke, and once out of the room has nothing to stop', () => {
    const { call, session } = setUp({ recordsVideo: true });
    call.tell('error', { errorMsg: 'x', error: { type: 'ejected', msg: 'x' } });
    expect(call.done).toEqual([['stopRecording']]);
    call.state = 'error';
    session.end('manually-canceled');
    expect(call.done).toEqual([['stopRecording'], ['destroy']]);
  });

  it('that is not recorded stops nothing', () => {
    const { call, session } = setUp({ showsVideo: true });
    session.end('customer-ended-call');
    expect(call.done).toEqual([['destroy']]);
  });
});

describe('what the call object says', () => {
  const participant = fakeParticipant({});
  const gone = { type: 'peer-to-peer', event: 'interrupted' } as const;
  const refused = { errorMsg: { errorMsg: 'x' }, error: { type: 'unknown', msg: 'x' } } as const;

  it('is handed on: camera, network, participants', () => {
    const { call, reported } = setUp();
    call.tell('camera-error', refused);
    call.tell('network-connection', gone);
    call.tell('participant-updated', { participant });
    expect(reported).toMatchObject([
      ['camera-error', { action: 'camera-error', ...refused }],
      ['network-connection', { action: 'network-connection', ...gone }],
      ['daily-participant-updated', participant],
    ]);
  });

  it('of loudness is volume and speech of the assistant, and the level of the microphone', () => {
    const { call, reported } = setUp();
    call.tell('remote-participants-audio-level', { participantsAudioLevel: { agent: 0.075 } });
    call.tell('local-audio-level', { audioLevel: 0.42 });
    expect(reported).toEqual([
      ['volume-level', 0.5],
      ['speech-start'],
      ['local-volume-level', 0.42],
    ]);
  });

  it('of the loudspeaker holds for the assistant’s voice, one that is gone is no fault', () => {
    const { call, session } = setUp();
    const follow = vi.spyOn(session.players, 'setOutputDevice');
    follow.mockRejectedValueOnce(new Error('gone'));
    const speaker = { kind: 'audiooutput', deviceId: 'hall' } as MediaDeviceInfo;
    call.tell('selected-devices-updated', { devices: { camera: {}, mic: {}, speaker } });
    call.tell('selected-devices-updated', { devices: { camera: {}, mic: {}, speaker: {} } });
    expect(follow.mock.calls).toEqual([['hall']]);
  });

  it('the microphone is measured once, and only in a room', () => {
    const { call, session } = setUp();
    call.state = 'joining-meeting';
    session.observeMicrophone();
    expect(call.done).toEqual([]);
    call.state = 'joined-meeting';
    session.observeMicrophone();
    session.observeMicrophone();
    expect(call.done).toEqual([['startLocalAudioLevelObserver', 100]]);
  });
});
