import { afterEach, describe, expect, it, vi } from 'vitest';
import type { CallOptions } from '../../options/call-options.ts';
import { asTrack, FakeTrack, namedError } from '../../testing/fake-media.ts';
import { createMediaCall, destroyAllCalls } from '../../testing/fake-media-call.ts';
import { settle } from '../../testing/virtual-clock.ts';

afterEach(() => {
  destroyAllCalls();
  vi.unstubAllGlobals();
});

const state = (call: ReturnType<typeof createMediaCall>['call'], kind: 'audio' | 'video') =>
  call.participants().local.tracks[kind];

/** What the browser remembers about permissions. */
const stubPermissions = (states: Readonly<Record<string, string>>) =>
  vi.stubGlobal('navigator', {
    permissions: { query: async ({ name }: { name: string }) => ({ state: states[name] }) },
  });

describe('the camera', () => {
  it.each<[made: CallOptions, joined: CallOptions]>([
    [{ videoSource: false }, {}],
    [{ startVideoOff: true }, {}],
    [{}, { videoSource: false }],
    [{}, { startVideoOff: true }],
    [{ videoSource: true }, { startVideoOff: true }],
    [{ startVideoOff: true }, { videoSource: true }],
    [{ videoSource: false }, { startVideoOff: false }],
    [{ allowLocalVideo: false }, {}],
    [{ allowLocalVideo: false }, { startVideoOff: false }],
    [{}, { allowLocalVideo: false, videoSource: true }],
  ])('made with %o, joined with %o: is not asked for, and not sent', async (made, joined) => {
    const { call, devices, sent } = createMediaCall(made);
    await call.join(joined);
    expect(devices.prompts).toMatchObject([{ audio: {} }]);
    expect(devices.prompts[0]).not.toHaveProperty('video');
    expect(sent('video')).toEqual([]);
    expect(state(call, 'video')).toMatchObject({ state: 'off', off: { byUser: true } });
  });

  it('is left out when it is switched off ahead of the call, and can be switched on in it', async () => {
    const { call, devices, sent } = createMediaCall();
    call.setLocalVideo(false);
    await call.join();
    expect(devices.prompts[0]).not.toHaveProperty('video');
    call.setLocalVideo(true);
    await settle();
    expect(sent('video').at(-1)).toMatchObject({ track: devices.cameras[0], on: true });
  });

  it.each<CallOptions>([{}, { videoSource: true }, { startVideoOff: false }])(
    'joined with %o: is asked for together with the microphone, and sent',
    async (options) => {
      const { call, devices, sent } = createMediaCall();
      await call.join(options);
      expect(devices.prompts).toHaveLength(1);
      expect(devices.prompts[0]).toMatchObject({ audio: {}, video: {} });
      expect(sent('video').at(-1)).toMatchObject({ track: devices.cameras[0], on: true });
      expect(call.localVideo()).toBe(true);
      expect(call.participants().local.video).toBe(true);
    },
  );

  it('has a prompt of its own when the page wants that', async () => {
    const dailyConfig = { enableIndependentDevicePermissionPrompts: true };
    const { call, devices } = createMediaCall({ videoSource: true, dailyConfig });
    await call.join();
    expect(devices.prompts.map((prompt) => Object.keys(prompt))).toEqual([['audio'], ['video']]);
  });

  it('lets its light go out when it is off, and comes back', async () => {
    const { call, devices, sent } = createMediaCall({ videoSource: true });
    await call.join();
    call.setLocalVideo(false);
    expect(devices.cameras[0]?.readyState).toBe('ended');
    expect(sent('video').at(-1)).toMatchObject({ track: null, on: false });
    call.setLocalVideo(true);
    expect(state(call, 'video').state).toBe('loading');
    await settle();
    expect(sent('video').at(-1)).toMatchObject({ track: devices.cameras[1], on: true });
    expect(devices.given).toHaveLength(1);
  });

  it('stays open with keepCamIndicatorLightOn', async () => {
    const dailyConfig = { keepCamIndicatorLightOn: true };
    const { call, devices, sent } = createMediaCall({ videoSource: true, dailyConfig });
    await call.join();
    call.setLocalVideo(false);
    expect(devices.cameras[0]).toMatchObject({ readyState: 'live', enabled: false });
    expect(sent('video').at(-1)).toMatchObject({ on: false });
    call.setLocalVideo(true);
    expect(devices.prompts).toHaveLength(1);
    expect(call.localVideo()).toBe(true);
  });

  it('off-while-asking: is let go of when it comes', async () => {
    const { call, devices } = createMediaCall({ startVideoOff: true });
    await call.join();
    let open = () => {};
    devices.gate = new Promise((resolve) => {
      open = resolve;
    });
    call.setLocalVideo(true);
    await settle();
    call.setLocalVideo(false);
    open();
    await settle();
    expect(devices.cameras.map((track) => track.readyState)).toEqual(['ended']);
    expect(call.localVideo()).toBe(false);
  });

  it('can be a track of the page, which stays the page’s', async () => {
    const own = new FakeTrack('own', 'video');
    const { call, devices, sent } = createMediaCall({ videoSource: asTrack(own) });
    await call.join();
    expect(sent('video').at(-1)?.track).toBe(own);
    await call.leave();
    expect(own.readyState).toBe('live');
    expect(devices.cameras).toEqual([]);
  });

  it('falls back to another one when it is unplugged', async () => {
    const { call, devices, sent } = createMediaCall({ videoSource: 'camera' });
    await call.join();
    devices.cameras[0]?.end();
    await settle();
    expect(sent('video').at(-1)?.track).toBe(devices.cameras[1]);
  });

  it('says when the only one is unplugged', async () => {
    const { call, devices, heard } = createMediaCall({ videoSource: true });
    const errors = heard('camera-error');
    await call.join();
    devices.listed = devices.listed.filter(({ kind }) => kind !== 'videoinput');
    devices.cameras[0]?.end();
    await settle();
    expect(errors).toMatchObject([
      { error: { type: 'not-found', missingMedia: ['video'] }, errorMsg: { videoOk: false } },
    ]);
    expect(state(call, 'video')).toMatchObject({ blocked: { byDeviceMissing: true } });
  });
});

describe('startCamera', () => {
  it.each([
    [{}, 1],
    [{ audioSource: false, videoSource: false }, 0],
  ])('a join with %o tells of the devices it opened', async (options, times) => {
    const { call, heard } = createMediaCall(options);
    const started = heard('started-camera');
    await call.join();
    expect(started).toHaveLength(times);
  });

  it('is not reported again by the join that follows', async () => {
    const { call, heard } = createMediaCall();
    const started = heard('started-camera');
    await call.startCamera();
    await call.join();
    expect(started).toHaveLength(1);
  });

  it('opens both ahead of the call, which goes on with them', async () => {
    const { call, devices, heard, sent } = createMediaCall();
    const started = heard('started-camera');
    const infos = await call.startCamera();
    expect(started).toHaveLength(1);
    expect(infos).toMatchObject({
      camera: { deviceId: 'camera' },
      mic: { deviceId: 'microphone' },
      speaker: { deviceId: 'default' },
    });
    await call.join();
    expect(devices.prompts).toHaveLength(1);
    expect(sent('audio').at(-1)?.track).toBe(devices.given[0]);
    expect(sent('video').at(-1)?.track).toBe(devices.cameras[0]);
  });

  it.each<[CallOptions, string[]]>([
    [{ videoSource: false }, ['audio']],
    [{ startVideoOff: true }, ['audio']],
    [{ startVideoOff: false }, ['audio', 'video']],
    [{ startAudioOff: true }, ['video']],
    [{ audioSource: false }, ['video']],
  ])('%o asks for %o', async (options, asked) => {
    const { call, devices } = createMediaCall();
    await call.startCamera(options);
    expect(devices.prompts.map((prompt) => Object.keys(prompt))).toEqual([asked]);
  });

  it('switches off again at a join without video', async () => {
    const { call, devices } = createMediaCall();
    await call.startCamera();
    await call.join({ startVideoOff: true });
    expect(devices.cameras[0]?.readyState).toBe('ended');
    expect(call.localVideo()).toBe(false);
  });

  it('stays on at a join that does not switch it off', async () => {
    const { call, devices } = createMediaCall();
    await call.startCamera();
    await call.join({ startVideoOff: false });
    expect(devices.cameras[0]?.readyState).toBe('live');
    expect(call.localVideo()).toBe(true);
  });

  it('frees everything when the call is destroyed without a join', async () => {
    const { call, devices } = createMediaCall();
    await call.startCamera();
    await call.destroy();
    expect([...devices.given, ...devices.cameras].map((one) => one.readyState)).toEqual([
      'ended',
      'ended',
    ]);
  });
});

describe('while the room is answering', () => {
  function join(options: CallOptions = {}) {
    const gate = Promise.withResolvers<void>();
    const all = createMediaCall(options, (engine) => {
      engine.gate = gate.promise;
    });
    return { ...all, joining: all.call.join(), answer: () => gate.resolve() };
  }

  it('another microphone can be chosen', async () => {
    const { call, devices, sent, joining, answer } = join();
    await settle();
    await call.setInputDevicesAsync({ audioDeviceId: 'headset' });
    answer();
    await joining;
    expect(devices.given.map(({ id, readyState }) => [id, readyState])).toEqual([
      ['microphone', 'ended'],
      ['headset', 'live'],
    ]);
    expect(sent('audio').at(-1)?.track).toBe(devices.given[1]);
  });

  it.each(['before', 'after'])(
    'a track that ends is exchanged for the device, the page listening %s the call does',
    async (order) => {
      const own = new FakeTrack('own');
      const exchange = () => void call.setInputDevicesAsync({ audioDeviceId: null });
      if (order === 'before') own.addEventListener('ended', exchange);
      const { call, devices, sent, joining, answer } = join({ audioSource: asTrack(own) });
      if (order === 'after') own.addEventListener('ended', exchange);
      await settle();
      own.end();
      answer();
      await joining;
      await settle();
      expect(sent('audio').at(-1)).toMatchObject({ track: devices.given[0], on: true });
    },
  );
});

it('chosen-while-the-prompt-is-open: the microphone is the chosen one', async () => {
  const { call, devices, sent } = createMediaCall();
  const gate = Promise.withResolvers<void>();
  devices.gate = gate.promise;
  const joining = call.join();
  await settle();
  const choosing = call.setInputDevicesAsync({ audioDeviceId: 'headset' });
  gate.resolve();
  await Promise.all([joining, choosing]);
  expect(devices.given.map(({ id, readyState }) => [id, readyState])).toEqual([
    ['microphone', 'ended'],
    ['headset', 'live'],
  ]);
  expect(sent('audio').at(-1)?.track).toBe(devices.given[1]);
});

describe('unplugged before anybody listened', () => {
  it('while the camera was asked for: the microphone is opened again', async () => {
    const { call, devices, sent } = createMediaCall({ videoSource: true });
    stubPermissions({ microphone: 'granted', camera: 'granted' });
    devices.cameraRefusal = namedError('NotReadableError');
    const open = devices.getUserMedia.bind(devices);
    devices.getUserMedia = async (constraints) => {
      if (constraints?.audio !== undefined) return open(constraints);
      await settle();
      devices.given[0]?.end();
      return open(constraints);
    };
    await call.join();
    await settle();
    expect(devices.given.map(({ readyState }) => readyState)).toEqual(['ended', 'live']);
    expect(sent('audio').at(-1)).toMatchObject({ track: devices.given[1], on: true });
  });

  it('a track of the page is not said to be sent', async () => {
    const own = new FakeTrack('own');
    own.end();
    const { call, sent } = createMediaCall({ audioSource: asTrack(own) });
    await call.join();
    expect(sent('audio').at(-1)).toMatchObject({ track: null, on: false });
    expect(state(call, 'audio')).toMatchObject({ blocked: { byDeviceMissing: true } });
  });
});

describe('a device that cannot be had', () => {
  it('loses not the other: the camera is in use', async () => {
    const { call, devices, heard, sent } = createMediaCall({ videoSource: true });
    devices.cameraRefusal = namedError('NotReadableError');
    const errors = heard('camera-error');
    await call.join();
    expect(errors).toMatchObject([
      { error: { type: 'cam-in-use' }, errorMsg: { audioOk: true, videoOk: false } },
    ]);
    expect(sent('audio').at(-1)?.track).toBe(devices.given[0]);
    expect(state(call, 'video')).toMatchObject({
      state: 'blocked',
      blocked: { byDeviceInUse: true },
    });
  });

  it('is not asked for twice when the person said no to both', async () => {
    const { call, devices, heard } = createMediaCall({ videoSource: true });
    stubPermissions({ microphone: 'denied', camera: 'denied' });
    devices.refusal = namedError('NotAllowedError');
    const errors = heard('camera-error');
    await call.join();
    expect(devices.prompts).toHaveLength(1);
    expect(errors).toMatchObject([
      {
        error: { type: 'permissions', blockedBy: 'user', blockedMedia: ['audio', 'video'] },
        errorMsg: { audioOk: false, videoOk: false },
      },
    ]);
    expect(call.meetingState()).toBe('joined-meeting');
  });

  it('loses not the other: the camera is refused, the microphone was granted before', async () => {
    const { call, devices, heard, sent } = createMediaCall({ videoSource: true });
    stubPermissions({ microphone: 'granted', camera: 'denied' });
    devices.cameraRefusal = namedError('NotAllowedError');
    const errors = heard('camera-error');
    await call.join();
    expect(sent('audio').at(-1)?.track).toBe(devices.given[0]);
    expect(errors).toMatchObject([{ error: { type: 'permissions', blockedMedia: ['video'] } }]);
    expect(state(call, 'video')).toMatchObject({ blocked: { byPermissions: true } });
  });

  it('both in use is one error', async () => {
    const { call, devices, heard } = createMediaCall({ videoSource: true });
    stubPermissions({});
    const broken = namedError('AbortError');
    devices.refusal = broken;
    devices.cameraRefusal = broken;
    const errors = heard('camera-error');
    await call.join();
    expect(errors).toMatchObject([{ error: { type: 'cam-mic-in-use' } }]);
  });
});

describe('choosing devices', () => {
  it('switches both, keeps what is not named, and says so', async () => {
    const { call, devices, heard, sent } = createMediaCall({ videoSource: true });
    await call.join();
    await settle();
    devices.listed.push({ kind: 'videoinput', deviceId: 'webcam' });
    const selected = heard('selected-devices-updated');
    const infos = await call.setInputDevicesAsync({ videoDeviceId: 'webcam' });
    expect(infos.camera).toMatchObject({ deviceId: 'webcam' });
    expect(devices.prompts.at(-1)).toMatchObject({ video: { deviceId: { exact: 'webcam' } } });
    expect(devices.cameras[0]?.readyState).toBe('ended');
    expect(sent('video').at(-1)?.track).toBe(devices.cameras[1]);
    expect(devices.given).toHaveLength(1);
    expect(selected.at(-1)).toMatchObject({ devices: { camera: { deviceId: 'webcam' } } });
  });

  it('none, a track, the default one again', async () => {
    const { call, devices, sent } = createMediaCall({ videoSource: true });
    await call.join();
    await call.setInputDevicesAsync({ videoDeviceId: false });
    expect(sent('video').at(-1)).toMatchObject({ track: null, on: false });
    const own = new FakeTrack('own', 'video');
    await call.setInputDevicesAsync({ videoSource: asTrack(own) });
    expect(sent('video').at(-1)?.track).toBe(own);
    await call.setInputDevicesAsync({ videoDeviceId: null });
    expect(sent('video').at(-1)?.track).toBe(devices.cameras.at(-1));
    expect(own.readyState).toBe('live');
  });

  it('a camera that is off stays off, and is the chosen one when it comes back', async () => {
    const { call, devices } = createMediaCall({ videoSource: true, startVideoOff: true });
    await call.join();
    await call.setInputDevicesAsync({ videoDeviceId: 'webcam' });
    expect(devices.cameras).toEqual([]);
    call.setLocalVideo(true);
    await settle();
    expect(devices.cameras.map(({ id }) => id)).toEqual(['webcam']);
  });

  it('cycles through cameras, and to one that looks elsewhere', async () => {
    const { call, devices } = createMediaCall({ videoSource: true });
    devices.listed = [
      { kind: 'videoinput', deviceId: 'camera', label: 'Front Camera' },
      { kind: 'videoinput', deviceId: 'second', label: 'Front wide' },
      { kind: 'videoinput', deviceId: 'third', label: 'Back Camera' },
    ];
    await call.join();
    expect(await call.getInputDevices()).toMatchObject({ camera: { facing: 'user' } });
    const away = await call.cycleCamera({ preferDifferentFacingMode: true });
    expect(away.device).toMatchObject({ deviceId: 'third', facing: 'environment' });
    expect((await call.cycleCamera()).device).toMatchObject({ deviceId: 'camera' });
    devices.cameraRefusal = namedError('NotReadableError');
    expect((await call.cycleCamera()).device).toBeNull();
    expect(call.localVideo()).toBe(true);
  });

  it('cycles through microphones without their pseudonyms', async () => {
    const { call, devices } = createMediaCall();
    devices.listed.push(
      { kind: 'audioinput', deviceId: 'default' },
      { kind: 'audioinput', deviceId: 'headset' },
    );
    await call.join();
    expect((await call.cycleMic()).device).toMatchObject({ deviceId: 'headset' });
    expect((await call.cycleMic()).device).toMatchObject({ deviceId: 'microphone' });
    devices.listed = devices.listed.filter(({ deviceId }) => deviceId === 'microphone');
    expect((await call.cycleMic()).device).toBeNull();
  });

  it.each([
    [false, 2],
    [true, 1],
  ])(
    'noAutoDefaultDeviceChange %s: %i microphones after another became the default',
    async (noAutoDefaultDeviceChange, opened) => {
      const { call, devices } = createMediaCall({ dailyConfig: { noAutoDefaultDeviceChange } });
      const standard = { kind: 'audioinput', deviceId: 'default', groupId: 'one' };
      devices.listed.push(standard);
      await call.join();
      await settle();
      standard.groupId = 'two';
      devices.dispatchEvent(new Event('devicechange'));
      await settle();
      expect(devices.given).toHaveLength(opened);
    },
  );

  it.each([true, false])('useDevicePreferenceCookies %s', async (remembers) => {
    const stored = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
    });
    const dailyConfig = { useDevicePreferenceCookies: remembers };
    const first = createMediaCall({ dailyConfig });
    await first.call.join();
    await first.call.setInputDevicesAsync({ audioDeviceId: 'headset' });
    await first.call.destroy();
    const next = createMediaCall({ dailyConfig });
    await next.call.join();
    expect(next.devices.given[0]?.id).toBe(remembers ? 'headset' : 'microphone');
    expect(stored.size).toBe(remembers ? 1 : 0);
  });

  it('the loudspeaker is passed to who plays; without an id it is the default again', async () => {
    const { call, devices } = createMediaCall();
    const kind = 'audiooutput';
    devices.listed.push({ kind, deviceId: 'default' }, { kind, deviceId: 'hall' });
    const reported: unknown[] = [];
    call.on('selected-devices-updated', (event) => reported.push(event.devices.speaker));
    for (const outputDeviceId of ['hall', '']) await call.setOutputDeviceAsync({ outputDeviceId });
    expect(reported).toMatchObject([{ deviceId: 'hall' }, { deviceId: 'default' }]);
    expect(await call.getInputDevices()).toMatchObject({ speaker: { deviceId: 'default' } });
  });
});

describe('how a device is opened', () => {
  it('constraints of the page, the more precise ones first', async () => {
    const { call, devices } = createMediaCall({
      videoSource: true,
      dailyConfig: {
        userMediaAudioConstraints: { sampleRate: 16_000, noiseSuppression: false },
        userMediaVideoConstraints: { width: 640, height: 360 },
      },
      inputSettings: { video: { settings: { width: 320 } } },
    });
    await call.join();
    expect(devices.prompts[0]).toMatchObject({
      audio: { sampleRate: 16_000, noiseSuppression: false, echoCancellation: true },
      video: { width: 320, height: 360 },
    });
  });

  it.each([
    ['music', { bitrate: 128_000, stereo: true }, 'music'],
    ['speech', { bitrate: 32_000, stereo: false }, 'speech'],
    [{ bitrate: 24_000 }, { bitrate: 24_000 }, ''],
  ] as const)('micAudioMode %o', async (micAudioMode, audioMode, contentHint) => {
    const { call, devices, sent } = createMediaCall({ dailyConfig: { micAudioMode } });
    await call.join();
    expect(sent('audio').at(-1)).toMatchObject({ audioMode });
    expect(devices.given[0]?.contentHint).toBe(contentHint);
  });

  it('settings change while it is open, and stay when the device refuses others', async () => {
    const { call, devices, heard } = createMediaCall({ videoSource: true });
    await call.join();
    const faults = heard('nonfatal-error');
    await call.updateInputSettings({ video: { settings: { width: 640 } } });
    expect(devices.cameras[0]?.applied).toEqual([{ width: 640 }]);
    Object.assign(devices.cameras[0] ?? {}, { rejectsConstraints: true });
    const { inputSettings } = await call.updateInputSettings({ video: { settings: { width: 9 } } });
    expect(faults).toMatchObject([{ type: 'input-settings-error' }]);
    expect(inputSettings.video?.settings).toEqual({ width: 640 });
  });

  it('a custom track is sent from the start', async () => {
    const own = new FakeTrack('own');
    const inputSettings = { audio: { settings: { customTrack: asTrack(own) } } };
    const { call, devices, sent } = createMediaCall({ inputSettings, videoSource: false });
    await call.join();
    expect(sent('audio').at(-1)?.track).toBe(own);
    expect(devices.prompts).toEqual([]);
  });

  it('a custom track takes the place of the device until other settings come', async () => {
    const { call, devices, sent } = createMediaCall();
    await call.join();
    const own = new FakeTrack('own');
    await call.updateInputSettings({ audio: { settings: { customTrack: asTrack(own) } } });
    expect(sent('audio').at(-1)?.track).toBe(own);
    await call.updateInputSettings({ audio: { settings: { noiseSuppression: false } } });
    expect(sent('audio').at(-1)?.track).toBe(devices.given[1]);
  });
});

describe('a video processor that cannot run', () => {
  it.each([
    { type: 'face-detection' },
    { type: 'background-blur', config: { strength: 0.5 } },
    { type: 'background-image', config: { source: 3 } },
  ] as const)('$type: the plain camera goes on, and the page is notified', async (processor) => {
    const { call, devices, heard, sent } = createMediaCall({
      videoSource: true,
      inputSettings: { video: { processor } },
    });
    const faults = heard('nonfatal-error');
    const joining = call.join();
    await expect.poll(() => faults).toMatchObject([{ type: 'video-processor-error' }]);
    await joining;
    expect(sent('video').at(-1)).toMatchObject({ track: devices.cameras[0], on: true });
    expect(await call.getInputSettings()).toMatchObject({ video: { processor: { type: 'none' } } });
  });

  it('is off again for the next camera', async () => {
    const { call, heard } = createMediaCall({ videoSource: true });
    await call.join();
    const faults = heard('nonfatal-error');
    await call.updateInputSettings({ video: { processor: { type: 'face-detection' } } });
    call.setLocalVideo(false);
    call.setLocalVideo(true);
    await settle();
    expect(call.localVideo()).toBe(true);
    expect(faults).toHaveLength(1);
  });
});
