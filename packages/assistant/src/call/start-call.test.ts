import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeCall } from '../testing/fake-call.ts';
import { type HandedOut, setUpVapi, WEB_CALL } from '../testing/vapi-world.ts';
import { settle } from '../testing/virtual-clock.ts';

type Failures = FakeCall['failures'];
const handed = vi.hoisted(
  () => ({ calls: [], options: [], failures: {} }) as HandedOut & { failures: Failures },
);

vi.mock('@kindling/call', async (original) => ({
  ...(await original<typeof import('@kindling/call')>()),
  preloadVoiceCall: async () => {},
  createCallObject: (options: unknown) => {
    const { createCallObject: failure } = handed.failures;
    if (failure !== undefined) throw failure;
    const call = new FakeCall();
    call.state = 'new';
    call.failures = handed.failures;
    handed.calls.push(call);
    handed.options.push(options);
    return call;
  },
}));

beforeEach(() => Object.assign(handed, { calls: [], options: [], failures: {} }));
afterEach(() => vi.unstubAllGlobals());

const RECORDED = { ...WEB_CALL, artifactPlan: { videoRecordingEnabled: true } };
const AVATAR = { ...WEB_CALL, assistant: { voice: { provider: 'tavus' } } };

describe('the stages of a start', () => {
  it('are reported in order, each with what belongs to it', async () => {
    const { vapi, stages, names } = setUpVapi();
    await vapi.start('a1');
    const has = { hasAssistant: true, hasSquad: false, hasWorkflow: false };
    const created = { callId: 'c1', videoRecordingEnabled: false, voiceProvider: 'kindling' };
    const video = { isVideoRecordingEnabled: false, isVideoEnabled: false };
    const object = { audioSource: true, videoSource: false, ...video };
    const timestamp = expect.stringMatching(/^\d{4}-.*Z$/);
    const started = (stage: string, metadata?: object) => {
      return { stage, status: 'started', timestamp, metadata };
    };
    const completed = (stage: string, metadata?: object) => {
      return { stage, status: 'completed', duration: 0, timestamp, metadata };
    };
    const skipped = { action: 'skipped-not-enabled' };
    expect(stages).toEqual([
      started('initialization', has),
      completed('initialization'),
      started('web-call-creation'),
      completed('web-call-creation', created),
      started('daily-call-object-creation', object),
      completed('daily-call-object-creation'),
      started('mobile-permissions', { isMobile: false }),
      completed('mobile-permissions', { action: 'skipped-not-mobile' }),
      started('daily-call-join'),
      completed('daily-call-join'),
      { stage: 'video-recording-setup', status: 'completed', timestamp, metadata: skipped },
      started('audio-observer-setup'),
      completed('audio-observer-setup'),
      started('audio-processing-setup'),
      completed('audio-processing-setup'),
    ]);
    expect(names).toEqual(['call-start-success']);
    expect(handed.calls[0]?.done).toEqual([
      ['join', { url: WEB_CALL.webCallUrl, subscribeToTracksAutomatically: false }],
      ['startRemoteParticipantsAudioLevelObserver', 100],
      ['updateInputSettings', { audio: { processor: { type: 'noise-cancellation' } } }],
    ]);
    vapi.stop();
  });

  it('the servers that came with the call are known before it is joined', async () => {
    const iceServers = [{ urls: 'turn:turn.school.example', username: 'u', credential: 'c' }];
    const { vapi } = setUpVapi({
      answer: async () => Response.json({ ...WEB_CALL, iceServers }, { status: 201 }),
    });
    await vapi.start('a1');
    expect(handed.calls[0]?.done[0]).toEqual([
      'join',
      { url: WEB_CALL.webCallUrl, subscribeToTracksAutomatically: false, iceServers },
    ]);
    vapi.stop();
  });

  it('durations are those of the clock', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const world = setUpVapi({
      answer: () => promise.then(() => Response.json(WEB_CALL, { status: 201 })),
    });
    const success = vi.fn();
    world.vapi.on('call-start-success', success);
    const starting = world.vapi.start('a1');
    await settle();
    await world.clock.advance(321);
    resolve();
    await starting;
    expect(world.stages).toContainEqual(
      expect.objectContaining({ stage: 'web-call-creation', status: 'completed', duration: 321 }),
    );
    expect(success.mock.calls).toMatchObject([[{ totalDuration: 321, callId: 'c1' }]]);
    world.vapi.stop();
  });

  it('the settings of the client are those of the call object', async () => {
    const { vapi } = setUpVapi({ settings: { startAudioOff: true, videoSource: 'camera-1' } });
    await vapi.start('a1');
    expect(handed.options).toEqual([
      { startAudioOff: true, audioSource: true, videoSource: 'camera-1', dailyConfig: {} },
    ]);
    vapi.stop();
  });
});

it('stop-on-call-start-progress: nothing of the call is left, whatever the stage', async () => {
  const { vapi, lines } = setUpVapi();
  await vapi.start('a1');
  vapi.stop();
  const started = new Set(lines().filter((shared) => shared.endsWith('started')));
  expect(started.size).toBeGreaterThan(5);
  for (const shared of started) {
    handed.calls.length = 0;
    const { vapi: one } = setUpVapi();
    one.on('call-start-progress', ({ stage, status }) => {
      if (`${stage} ${status}` === shared) one.stop();
    });
    await one.start('a1');
    const left = handed.calls.filter(({ done }) => !done.some((did) => `${did}` === 'destroy'));
    expect(left, shared).toEqual([]);
    expect(one.getDailyCallObject(), shared).toBeNull();
  }
});

describe('on a mobile device', () => {
  it('the join waits a second after the grant, what the call took included', async () => {
    const userAgent = 'Mozilla/5.0 (Linux; Android 16)';
    const { vapi, clock, stages, lines } = setUpVapi({ userAgent });
    const starting = vapi.start('a1');
    await expect.poll(() => lines()).toContain('mobile-permissions started');
    await clock.advance(999);
    expect(lines()).not.toContain('daily-call-join started');
    await clock.advance(1);
    await starting;
    expect(stages).toContainEqual(
      expect.objectContaining({
        stage: 'mobile-permissions',
        status: 'completed',
        duration: 1_000,
        metadata: { action: 'permissions-wait' },
      }),
    );
    vapi.stop();
  });

  it('stop-while-waiting: nothing is joined', async () => {
    const { vapi, clock, lines } = setUpVapi({ userAgent: 'iPhone' });
    const starting = vapi.start('a1');
    await expect.poll(() => lines()).toContain('mobile-permissions started');
    vapi.stop();
    await clock.advance(1_000);
    expect(await starting).toBeNull();
    expect(lines()).not.toContain('daily-call-join started');
  });
});

describe('a call with video', () => {
  it('is recorded at 1280x720 before dark blue; then the assistant may begin', async () => {
    const { vapi, clock, stages } = setUpVapi({ webCall: RECORDED });
    await vapi.start('a1');
    const [call] = handed.calls;
    expect(handed.options).toMatchObject([{ videoSource: true }]);
    const picture = { width: 1280, height: 720, backgroundColor: '#FF1F2D3D' };
    expect(call?.done).toContainEqual([
      'startRecording',
      { ...picture, layout: { preset: 'default' } },
    ]);
    await clock.advance(1_500);
    call?.tell('recording-started', {});
    expect(stages.at(-1)).toMatchObject({
      stage: 'video-recording-started',
      status: 'completed',
      metadata: { delaySeconds: 1.5 },
    });
    const control = { type: 'control', control: 'say-first-message' };
    expect(call?.done.at(-1)).toEqual([
      'sendAppMessage',
      JSON.stringify({ ...control, videoRecordingStartDelaySeconds: 1.5 }),
    ]);
    vapi.stop();
    expect(call?.done.slice(-2)).toEqual([['stopRecording'], ['destroy']]);
  });

  it('of an avatar is watched and not recorded', async () => {
    const { vapi, stages } = setUpVapi({ webCall: AVATAR });
    await vapi.start('a1');
    expect(stages.map(({ metadata }) => metadata)).toContainEqual({
      audioSource: true,
      videoSource: false,
      isVideoRecordingEnabled: false,
      isVideoEnabled: true,
    });
    expect(handed.calls[0]?.done.flat()).not.toContain('startRecording');
    vapi.stop();
  });
});

describe('a stage that fails', () => {
  const broken = new Error('broken');

  it.each([
    ['daily-call-object-creation', { createCallObject: broken }],
    ['daily-call-join', { join: broken }],
  ] as const)('%s ends the start', async (stage, failures) => {
    handed.failures = failures;
    const { vapi, errors, lines, stages, names } = setUpVapi();
    await expect(vapi.start('a1')).rejects.toBe(broken);
    expect(lines().at(-1)).toBe(`${stage} failed`);
    expect(stages.at(-1)).toMatchObject({ duration: 0, metadata: { error: 'Error: broken' } });
    expect(errors).toMatchObject([
      { type: `${stage}-error`, stage, message: 'broken', error: broken, duration: 0 },
      { type: 'start-method-error', stage, message: 'broken', error: broken, totalDuration: 0 },
    ]);
    expect(names).toContain('call-start-failed');
    // Everything is given back: the next one can be started.
    handed.failures = {};
    expect(await vapi.start('a1')).toEqual(WEB_CALL);
    vapi.stop();
  });

  it.each([
    ['video-recording-setup', { startRecording: broken }],
    ['audio-observer-setup', { startRemoteParticipantsAudioLevelObserver: broken }],
    ['audio-processing-setup', { updateInputSettings: broken }],
  ] as const)('%s lets the call go on', async (stage, failures) => {
    handed.failures = failures;
    const { vapi, errors, lines, names } = setUpVapi({ webCall: RECORDED });
    expect(await vapi.start('a1')).toEqual(RECORDED);
    expect(lines()).toContain(`${stage} failed`);
    expect(lines().at(-1)).toMatch(/^audio-processing-setup/);
    expect(errors).toMatchObject([{ type: `${stage}-error`, stage, error: broken, duration: 0 }]);
    expect(names).toEqual(['call-start-success']);
    vapi.stop();
  });

  it('server-dies-while-creating: the call is created again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const answer = vi
      .fn(async () => Response.json(WEB_CALL, { status: 201 }))
      .mockRejectedValueOnce(new TypeError('Failed to fetch'));
    const { vapi, errors } = setUpVapi({ answer });
    const started = vapi.start('a1');
    await vi.advanceTimersByTimeAsync(1_000);
    vi.useRealTimers();
    expect(await started).toEqual(WEB_CALL);
    expect(answer).toHaveBeenCalledTimes(2);
    expect(errors).toEqual([]);
    vapi.stop();
  });

  it('call-start-failed says where, with what was to be called', async () => {
    handed.failures = { join: broken };
    const { vapi } = setUpVapi();
    const failed = vi.fn();
    vapi.on('call-start-failed', failed);
    await expect(vapi.start(undefined, undefined, 's1')).rejects.toBe(broken);
    expect(failed.mock.calls).toMatchObject([
      [
        {
          stage: 'daily-call-join',
          totalDuration: 0,
          error: 'Error: broken',
          errorStack: expect.stringContaining('broken'),
          context: { hasAssistant: false, hasSquad: true, hasWorkflow: false, isMobile: false },
        },
      ],
    ]);
  });

  it('ended-while-setting-up: nothing more is set up, and nothing is an error', async () => {
    const { vapi, errors, lines } = setUpVapi();
    vapi.on('call-start-progress', ({ stage, status }) => {
      if (stage === 'audio-observer-setup' && status === 'started') vapi.stop();
    });
    await vapi.start('a1');
    expect(lines()).not.toContain('audio-processing-setup started');
    expect(errors).toEqual([]);
  });
});
