import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { CallObject } from '../call-object/call-object.ts';
import { CallError } from '../core/call-error.ts';
import { callInstances } from '../core/call-instances.ts';
import {
  type NetworkSample,
  sampleNetwork,
  UNKNOWN_NETWORK,
} from '../engine/quality/network-quality.ts';
import { readConnection } from '../engine/quality/stats-reader.ts';
import type { CallObjectOptions } from '../options/call-options.ts';
import { type FakeEngine, fakeEngines } from '../testing/fake-engine.ts';
import { asDevices, FakeDevices } from '../testing/fake-media.ts';
import { VirtualClock } from '../testing/virtual-clock.ts';

const url = 'https://kindling.test/room/a';
const videoTrack = {} as MediaStreamTrack;
const still = readConnection([], 0);

// The chunk, ahead: reading it takes real time.
beforeAll(() => import('./runners.ts'));
beforeEach(() => {
  const canvas = {
    getContext: () => null,
    captureStream: () => ({ getVideoTracks: () => [] }),
  };
  vi.stubGlobal('document', { createElement: () => canvas });
});
afterEach(() => {
  vi.unstubAllGlobals();
  for (let one = callInstances.find(); one !== undefined; one = callInstances.find()) {
    void one.destroy();
  }
});

function setUp(options: CallObjectOptions = { url }, prepare?: (engine: FakeEngine) => void) {
  const clock = new VirtualClock();
  const engines = fakeEngines(prepare);
  const call = new CallObject(options, {
    clock,
    importEngine: engines.importEngine,
    mediaDevices: () => asDevices(new FakeDevices()),
    onPageHide: () => () => {},
  });
  const completed: unknown[] = [];
  call.on('test-completed', ({ test, results }) => completed.push([test, results]));
  /** Chunks are loaded over several turns of the event loop. */
  const settle = async () => {
    for (let round = 0; round < 20; round += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      await clock.advance(0);
    }
  };
  const pass = async (seconds: number, metrics: Partial<NetworkSample> = {}) => {
    for (let second = 0; second < seconds; second += 1) {
      const [engine] = engines.made;
      const latest = { ...sampleNetwork(null, still, clock.now()), ...metrics };
      if (engine !== undefined) {
        const stats = { latest } as never;
        engine.networkStats = { ...UNKNOWN_NETWORK, stats };
      }
      await clock.advance(1_000);
    }
  };
  return { call, clock, engines, completed, settle, pass };
}

describe('call quality', () => {
  it('joins a room for tests, measures, leaves, and says it', async () => {
    const { call, engines, completed, settle, pass, clock } = setUp();
    const testing = call.testCallQuality();
    await settle();
    expect(engines.made[0]?.options.url).toBe('https://kindling.test/room/connection-test');
    await pass(16, { networkRoundTripTime: 0.5, totalSendPacketLoss: 0.01 });
    const results = await testing;
    expect(results).toMatchObject({
      result: 'warning',
      data: { maxRoundTripTime: 0.5, avgSendPacketLoss: expect.closeTo(0.01) },
      secondsElapsed: 15,
    });
    expect(engines.made[0]?.left).toBe(true);
    expect(completed).toEqual([['call-quality', results]]);
    expect(call.meetingState()).toBe('new');
    expect(clock.pending).toBe(0);
  });

  it('stopped early it says what it knows, or that it was aborted', async () => {
    const { call, settle, pass } = setUp();
    const long = call.testCallQuality();
    await settle();
    await pass(5, { networkRoundTripTime: 0.1 });
    call.stopTestCallQuality();
    expect(await long).toMatchObject({ result: 'good' });
    const short = call.testCallQuality();
    call.stopTestCallQuality();
    await settle();
    expect(await short).toMatchObject({ result: 'aborted' });
  });

  it('a stop while it joins leaves nobody behind', async () => {
    let open = () => {};
    const { call, engines, settle } = setUp({ url }, (engine) => {
      engine.gate = new Promise((resolve) => {
        open = resolve;
      });
    });
    const testing = call.testCallQuality();
    await settle();
    call.stopTestCallQuality();
    expect(await testing).toMatchObject({ result: 'aborted' });
    open();
    await settle();
    expect(engines.made[0]?.left).toBe(true);
  });

  it('fails in words when the server does not answer, or is not known', async () => {
    const refusing = setUp({ url }, (engine) => {
      engine.refusal = new CallError('connection-error', 'The room does not answer.');
    });
    const failing = refusing.call.testCallQuality();
    await refusing.settle();
    expect(await failing).toMatchObject({
      result: 'failed',
      errorMsg: 'The room does not answer.',
      error: { type: 'connection-error' },
    });
    await refusing.call.destroy();
    const { call, settle } = setUp({});
    const unknown = call.testCallQuality();
    await settle();
    expect(await unknown).toMatchObject({
      result: 'failed',
      errorMsg: expect.stringMatching(/url/),
    });
  });
});

describe('one test blocks the others', () => {
  it('until it ends, whatever they are', async () => {
    const { call, settle } = setUp();
    const running = call.testCallQuality();
    const blocked = { code: 'test-in-progress' };
    await expect(call.testCallQuality()).rejects.toMatchObject(blocked);
    await expect(call.testWebsocketConnectivity()).rejects.toMatchObject(blocked);
    await expect(call.testNetworkConnectivity(videoTrack)).rejects.toMatchObject(blocked);
    await expect(call.testPeerToPeerCallQuality({ videoTrack })).rejects.toMatchObject(blocked);
    await expect(call.testConnectionQuality({ videoTrack })).rejects.toMatchObject(blocked);
    // Of another test: does not end this one.
    call.abortTestWebsocketConnectivity();
    call.stopTestCallQuality();
    await settle();
    await running;
    vi.stubGlobal('fetch', async () => new Response());
    expect(await call.testWebsocketConnectivity()).toMatchObject({ result: 'passed' });
  });

  it('begun-when-another-completes: can be stopped like any other', async () => {
    const { call, settle } = setUp();
    vi.stubGlobal('fetch', async () => new Response());
    const begun = new Promise<unknown>((resolve) => {
      call.once('test-completed', () => resolve(call.testCallQuality()));
    });
    await call.testWebsocketConnectivity();
    await settle();
    await expect(call.testWebsocketConnectivity()).rejects.toMatchObject({
      code: 'test-in-progress',
    });
    call.stopTestCallQuality();
    expect(await begun).toMatchObject({ result: 'aborted' });
  });
});

describe('connectivity', () => {
  it('without TURN a connection to the server itself is tried', async () => {
    const { call, engines, completed, settle } = setUp();
    const testing = call.testNetworkConnectivity(videoTrack);
    await settle();
    expect(await testing).toEqual({ result: 'passed' });
    expect(engines.made[0]?.left).toBe(true);
    expect(completed).toEqual([['network-connectivity', { result: 'passed' }]]);
  });

  it('between two ends of this page needs TURN', async () => {
    const { call, settle } = setUp();
    const testing = call.testPeerToPeerCallQuality({ videoTrack });
    await settle();
    expect(await testing).toMatchObject({
      result: 'failed',
      errorMsg: expect.stringMatching(/TURN/),
    });
    const older = call.testConnectionQuality({ videoTrack });
    await settle();
    expect(await older).toMatchObject({
      result: 'failed',
      data: { maxRTT: null, packetLoss: null },
    });
  });

  it('signalling is tried by asking the server, for ten seconds at most', async () => {
    const region = 'kindling.test';
    const { call, settle, clock } = setUp();
    vi.stubGlobal(
      'fetch',
      (_: string, { signal }: RequestInit) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason));
        }),
    );
    const late = call.testWebsocketConnectivity();
    await settle();
    await clock.advance(10_000);
    expect(await late).toMatchObject({ result: 'failed', failedRegions: [region] });
    const aborted = call.testWebsocketConnectivity();
    await settle();
    call.abortTestWebsocketConnectivity();
    expect(await aborted).toMatchObject({ result: 'aborted', abortedRegions: [region] });
    await settle();
    expect(clock.pending).toBe(0);
  });
});
