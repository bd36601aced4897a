import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeCall } from './testing/fake-call.ts';
import { grantedMicrophone, type HandedOut, setUpVapi, WEB_CALL } from './testing/vapi-world.ts';
import { settle } from './testing/virtual-clock.ts';

const handed = vi.hoisted(() => ({ calls: [], options: [] }) as HandedOut);

vi.mock('@kindling/call', async (original) => ({
  ...(await original<typeof import('@kindling/call')>()),
  preloadVoiceCall: async () => {},
  createCallObject: (options: unknown) => {
    const call = new FakeCall();
    call.state = 'new';
    handed.calls.push(call);
    handed.options.push(options);
    return call;
  },
}));

beforeEach(() => Object.assign(handed, { calls: [], options: [] }));
afterEach(() => vi.unstubAllGlobals());

const refusal = Object.assign(new Error('Permission denied'), { name: 'NotAllowedError' });
const done = () => handed.calls.at(-1)?.done ?? [];

const noticeAcceptance = {
  acceptedAt: '2026-03-01T09:00:00.000Z',
  version: '4c5a1d0e',
  language: 'en',
};

describe('start', () => {
  it('needs an assistant to call', async () => {
    const { vapi, errors, getUserMedia } = setUpVapi();
    await expect(vapi.start()).rejects.toThrow('Assistant or Squad or Workflow must be provided.');
    expect(errors).toMatchObject([{ type: 'validation-error', stage: 'input-validation' }]);
    expect(getUserMedia).not.toHaveBeenCalled();
  });

  it('asks for the microphone first: who refuses it has made no call', async () => {
    const world = setUpVapi({ microphone: () => Promise.reject(refusal) });
    await expect(world.vapi.start('a1')).rejects.toBe(refusal);
    expect(world.fetch).not.toHaveBeenCalled();
    expect(world.lines()).toEqual(['initialization started', 'initialization failed']);
    expect(world.names).toEqual(['call-start-failed']);
    expect(world.errors).toMatchObject([{ type: 'start-method-error', stage: 'initialization' }]);
  });

  it('frees the microphone when the call is refused, and can start again', async () => {
    const { track, microphone } = grantedMicrophone();
    const body = { code: 'rate_limited', message: 'Too many calls.', requestId: 'r' };
    const answer = async () => Response.json(body, { status: 429 });
    const { vapi, fetch, lines } = setUpVapi({ microphone, answer });
    await expect(vapi.start('a1')).rejects.toMatchObject({ code: 'rate_limited', status: 429 });
    expect(track.stop).toHaveBeenCalled();
    expect(lines().at(-1)).toBe('web-call-creation failed');
    await expect(vapi.start('a1')).rejects.toMatchObject({ code: 'rate_limited' });
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  it.each([
    [['a1'], { assistantId: 'a1' }],
    [
      [{ name: 'x' }, { firstMessage: 'y' }],
      { assistant: { name: 'x' }, assistantOverrides: { firstMessage: 'y' } },
    ],
    [[undefined, undefined, 's1'], { squadId: 's1' }],
    [[undefined, undefined, { members: [] }], { squad: { members: [] } }],
    [
      [undefined, undefined, undefined, 'w1', { a: 1 }],
      { workflowId: 'w1', workflowOverrides: { a: 1 } },
    ],
    [[undefined, undefined, undefined, { nodes: [] }], { workflow: { nodes: [] } }],
    [
      ['a1', undefined, undefined, undefined, undefined, { roomDeleteOnUserLeaveEnabled: false }],
      { assistantId: 'a1', roomDeleteOnUserLeaveEnabled: false },
    ],
    [
      ['a1', undefined, undefined, undefined, undefined, { noticeAcceptance }],
      { assistantId: 'a1', noticeAcceptance },
    ],
  ])('asks the server for the call: %j', async (args, body) => {
    const { vapi, fetch } = setUpVapi();
    await vapi.start(...(args as Parameters<typeof vapi.start>));
    const [url, init] = fetch.mock.calls[0] as unknown as [string, RequestInit];
    expect(url).toBe('https://kindling.test/call/web');
    expect(JSON.parse(String(init.body))).toEqual(body);
    vapi.stop();
  });

  it.each([['https://kindling.test/talk#a'], ['https://kindling.test/?utm_source=mail']])(
    'asks the origin of the page %s when no server is named',
    async (href) => {
      vi.stubGlobal('location', { href });
      const { vapi, fetch } = setUpVapi({ apiUrl: '' });
      await vapi.start('a1');
      const [url] = fetch.mock.calls[0] as unknown as [string];
      expect(url).toBe('https://kindling.test/call/web');
      vapi.stop();
    },
  );

  it('a second start while started returns nothing and says why', async () => {
    const { vapi, stages } = setUpVapi({ microphone: () => new Promise(() => {}) });
    void vapi.start('a1');
    expect(await vapi.start('a1')).toBeNull();
    expect(stages.at(-1)).toMatchObject({
      stage: 'validation',
      status: 'failed',
      metadata: { reason: 'already-started' },
    });
  });

  it('stop-while-starting: resolves with nothing, and the microphone is free', async () => {
    const { track, microphone } = grantedMicrophone();
    const { promise, resolve } = Promise.withResolvers<void>();
    const world = setUpVapi({ microphone: () => promise.then(microphone) });
    const starting = world.vapi.start('a1');
    world.vapi.stop();
    resolve();
    expect(await starting).toBeNull();
    expect(track.stop).toHaveBeenCalled();
    expect(world.fetch).not.toHaveBeenCalled();
    expect(world.errors).toEqual([]);
  });

  it('can be done again after an end, also from within it', async () => {
    const { vapi, names } = setUpVapi();
    await vapi.start('a1');
    const again = new Promise<unknown>((resolve) => {
      vapi.once('call-end', () => resolve(vapi.start('a1')));
    });
    vapi.stop();
    expect(await again).toEqual(WEB_CALL);
    expect(names).toEqual(['call-start-success', 'call-end', 'call-start-success']);
    expect(handed.calls).toHaveLength(2);
    vapi.stop();
  });
});

describe('reconnect', () => {
  it('joins the call that it is given, and makes none', async () => {
    const { vapi, fetch, lines } = setUpVapi();
    const webCall = { webCallUrl: '/room/r2' };
    expect(await vapi.reconnect(webCall)).toBe(webCall);
    expect(fetch).not.toHaveBeenCalled();
    const url = 'https://kindling.test/room/r2';
    expect(done()).toContainEqual(['join', { url, subscribeToTracksAutomatically: false }]);
    expect(lines()).toContain('daily-call-join completed');
    vapi.stop();
  });

  it('asks the room for its servers again: the credentials of the call may be over', async () => {
    const { vapi } = setUpVapi();
    await vapi.reconnect({ webCallUrl: '/room/r2', iceServers: [{ urls: 'turn:old' }] });
    expect(done().find((one) => Array.isArray(one) && one[0] === 'join')).toEqual([
      'join',
      { url: 'https://kindling.test/room/r2', subscribeToTracksAutomatically: false },
    ]);
    vapi.stop();
  });

  it('needs to know where', async () => {
    const { vapi, errors } = setUpVapi();
    await expect(vapi.reconnect({ webCallUrl: '' })).rejects.toThrow('webCallUrl');
    expect(errors).toMatchObject([{ type: 'validation-error' }]);
  });
});

describe('end', () => {
  it('asks the server, and hangs up when nothing comes of it', async () => {
    const { vapi, clock, names } = setUpVapi();
    await vapi.start('a1');
    vapi.end();
    expect(done().at(-1)).toEqual(['sendAppMessage', '{"type":"end-call"}']);
    await clock.advance(1_999);
    expect(names).not.toContain('call-end');
    await clock.advance(1);
    expect(names).toContain('call-end');
  });

  it('end-while-starting is a stop', async () => {
    const { vapi } = setUpVapi({ microphone: () => new Promise(() => {}) });
    void vapi.start('a1');
    vapi.end();
    expect(handed.calls).toEqual([]);
    void vapi.start('a1');
    vapi.stop();
  });
});

describe('in a call', () => {
  it('say: all four arguments', async () => {
    const { vapi } = setUpVapi();
    vapi.say('nobody hears it');
    await vapi.start('a1');
    vapi.say('one');
    vapi.say('two', true, true, true);
    const said = { type: 'say', interruptionsEnabled: false, interruptAssistantEnabled: false };
    const both = { interruptionsEnabled: true, interruptAssistantEnabled: true };
    const sent = done()
      .filter((one) => Array.isArray(one) && one[0] === 'sendAppMessage')
      .map((one) => JSON.parse((one as string[])[1] ?? ''));
    expect(sent).toEqual([
      { ...said, message: 'one' },
      { ...said, ...both, message: 'two', endCallAfterSpoken: true },
    ]);
    vapi.stop();
  });

  it('mute, devices, screen and the call object itself', async () => {
    const { vapi } = setUpVapi();
    await vapi.start('a1');
    const [call] = handed.calls;
    expect(vapi.getDailyCallObject()).toBe(call);
    vapi.setMuted(true);
    expect(vapi.isMuted()).toBe(true);
    await vapi.setInputDevicesAsync({ audioDeviceId: 'headset' });
    await vapi.setOutputDeviceAsync({ outputDeviceId: 'speaker' });
    vapi.startScreenSharing({ video: true }, { maxQuality: 'high' });
    vapi.startScreenSharing();
    vapi.stopScreenSharing();
    expect(call?.done.slice(-6)).toEqual([
      ['setLocalAudio', false],
      ['setInputDevicesAsync', { audioDeviceId: 'headset' }],
      ['setOutputDeviceAsync', { outputDeviceId: 'speaker' }],
      [
        'startScreenShare',
        { displayMediaOptions: { video: true }, screenVideoSendSettings: { maxQuality: 'high' } },
      ],
      ['startScreenShare', {}],
      ['stopScreenShare'],
    ]);
    vapi.stop();
    expect(vapi.getDailyCallObject()).toBeNull();
  });

  it('the microphone is measured for those who listen, also later', async () => {
    const { vapi } = setUpVapi();
    const observed = ['startLocalAudioLevelObserver', 100];
    await vapi.start('a1');
    expect(done()).not.toContainEqual(observed);
    vapi.on('local-volume-level', () => {});
    expect(done().at(-1)).toEqual(observed);
    vapi.stop();
    await vapi.start('a1');
    expect(done()).toContainEqual(observed);
    vapi.stop();
  });

  it('the volume is kept between 0 and 1, and for the next call', () => {
    const { vapi } = setUpVapi();
    expect(vapi.outputVolume).toBe(1);
    vapi.outputVolume = 7;
    expect(vapi.outputVolume).toBe(1);
    vapi.outputVolume = 0.25;
    expect(vapi.outputVolume).toBe(0.25);
  });
});

it('without a call there is nothing to mute', async () => {
  const { vapi } = setUpVapi();
  expect(() => vapi.setMuted(true)).toThrow('Call object is not available');
  await expect(vapi.increaseMicLevel(2)).rejects.toThrow('Call object is not available');
  expect(vapi.isMuted()).toBe(false);
  expect(vapi.getDailyCallObject()).toBeNull();
  expect(vapi.audioElements).toEqual([]);
  await vapi.setInputDevicesAsync({ audioDeviceId: 'x' });
  await vapi.setOutputDeviceAsync({ outputDeviceId: 'x' });
  vapi.startScreenSharing();
  vapi.stopScreenSharing();
  vapi.say('nobody hears it');
  vapi.stop();
  vapi.end();
});

it('nothing happens before start', async () => {
  const { vapi, fetch, getUserMedia, clock } = setUpVapi();
  vapi.on('local-volume-level', () => {});
  await settle();
  expect([fetch.mock.calls, getUserMedia.mock.calls, handed.calls]).toEqual([[], [], []]);
  expect(clock.pending).toBe(0);
});
