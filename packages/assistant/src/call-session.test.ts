import { describe, expect, it, vi } from 'vitest';
import { CallSession } from './call-session.ts';
import { asCall, FakeCall, fakeParticipant } from './testing/fake-call.ts';
import { VirtualClock } from './testing/virtual-clock.ts';
import type { VapiEmit } from './vapi-events.ts';

function setUp({ subscribesToVideo = false } = {}) {
  const call = new FakeCall();
  const told: unknown[][] = [];
  const emit: VapiEmit = (name, ...args) => told.push([name, ...args]);
  const release = vi.fn();
  const onEnded = vi.fn();
  const session = new CallSession({
    call: asCall(call),
    microphone: { source: true, release },
    clock: new VirtualClock(),
    emit,
    subscribesToVideo,
    onEnded,
  });
  const message = (data: unknown) =>
    call.tell('app-message', { fromId: 'agent', data: JSON.stringify(data) });
  return { call, session, told, release, onEnded, message };
}

describe('the assistant arrives', () => {
  it.each([false, true])('its audio is subscribed, its video: %s', (subscribesToVideo) => {
    const { call } = setUp({ subscribesToVideo });
    call.tell('participant-joined', { participant: fakeParticipant({}) });
    const setSubscribedTracks = { audio: true, video: subscribesToVideo };
    expect(call.done).toEqual([['updateParticipant', 'agent', { setSubscribedTracks }]]);
  });

  it('its track is answered with playable; other people’s tracks are not', () => {
    const { call, told } = setUp();
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
    expect(told).toEqual([['video', track]]);
  });

  it('listening is call-start, once, also when it is said again after a reconnection', () => {
    const { call, told } = setUp();
    call.tell('app-message', { fromId: 'agent', data: 'listening' });
    call.tell('app-message', { fromId: 'agent', data: 'listening' });
    expect(told).toEqual([['call-start']]);
  });
});

describe('messages', () => {
  it('are parsed; what is none is dropped', () => {
    const { call, told, message } = setUp();
    message({ type: 'hang' });
    call.tell('app-message', { fromId: 'agent', data: '{' });
    message(['no type']);
    message(5);
    expect(told).toEqual([['message', { type: 'hang' }]]);
  });
});

describe('the end', () => {
  it('by the person: call-end and the ended status, once each, everything freed', () => {
    const { session, told, call, release, onEnded } = setUp();
    session.end('customer-ended-call');
    session.end('pipeline-error');
    expect(told).toEqual([
      ['call-end', { reason: 'customer-ended-call' }],
      ['message', { type: 'status-update', status: 'ended', endedReason: 'customer-ended-call' }],
    ]);
    expect(call.done).toEqual([['destroy']]);
    expect(release).toHaveBeenCalledOnce();
    expect(onEnded).toHaveBeenCalledOnce();
  });

  it('by the server: its reason, and its own status message stands for ours', () => {
    const { call, told, message } = setUp();
    message({ type: 'status-update', status: 'ended', endedReason: 'silence-timed-out' });
    call.tell('left-meeting', { reason: 'ended' });
    expect(told.map(([name]) => name)).toEqual(['message', 'call-end']);
    expect(told.at(-1)).toEqual(['call-end', { reason: 'silence-timed-out' }]);
  });

  it.each([
    ['connection-error', 'kindling.connection-lost'],
    ['exp-room', 'exceeded-max-duration'],
    ['no-room', 'pipeline-error'],
  ] as const)('by %s is not a hang-up', (type, reason) => {
    const { call, told } = setUp();
    call.tell('error', { errorMsg: 'x', error: { type, msg: 'x' } });
    call.tell('left-meeting', { reason: 'connection-error' });
    expect(told.map(([name]) => name)).toEqual(['error', 'call-end', 'message']);
    expect(told[1]).toEqual(['call-end', { reason }]);
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
    expect(session.muted).toBe(true);
  });
});

describe('another microphone', () => {
  it('takes the place of the granted one, which is let go of', async () => {
    const { call, session, release } = setUp();
    call.nextTrack = {};
    await session.setInputDevices({ audioDeviceId: 'headset' });
    expect(call.done).toEqual([['setInputDevicesAsync', { audioDeviceId: 'headset' }]]);
    expect(release).toHaveBeenCalledOnce();
  });

  it('that cannot be opened leaves the granted one as it is', async () => {
    const { session, release } = setUp();
    await session.setInputDevices({ audioDeviceId: 'headset' });
    expect(release).not.toHaveBeenCalled();
  });

  it('is told with all there are', () => {
    const { call, told } = setUp();
    const device = {
      kind: 'audioinput',
      deviceId: 'a',
      groupId: 'g',
      label: 'A',
    } as MediaDeviceInfo;
    call.tell('available-devices-updated', { availableDevices: [device] });
    call.tell('selected-devices-updated', { devices: { camera: {}, mic: device, speaker: {} } });
    const microphones = [{ id: 'a', label: 'A' }];
    expect(told).toEqual([
      ['microphones-updated', { microphones, microphoneId: null }],
      ['microphones-updated', { microphones, microphoneId: 'a' }],
    ]);
  });
});
