import { expect, it } from 'vitest';
import { CpuEstimator } from './cpu-estimator.ts';

const encoded = (framesEncoded: number, totalEncodeTime: number, more = {}) => ({
  type: 'outbound-rtp',
  kind: 'video',
  id: 'out',
  framesEncoded,
  totalEncodeTime,
  framesPerSecond: 30,
  ...more,
});

it('is high when frames take nearly all the time there is, twice in a row', () => {
  const estimator = new CpuEstimator(2_000);
  const look = (round: number, perFrame: number) =>
    estimator.add([encoded(round * 60, round * 60 * perFrame)], round * 2_000, 0);
  expect(look(1, 0.03).cpuLoadState).toBe('low');
  const high = look(2, 0.03);
  expect(high).toMatchObject({ cpuLoadState: 'high', cpuLoadStateReason: 'encode' });
  expect(high.stats.latest.cpuUsageBasedOnTargetEncode).toBeCloseTo(90);
  expect(high.stats.latest.frameEncodeTimeSec).toBeCloseTo(0.03);
});

it('believes the browser when it lowers the quality for the processor', () => {
  const estimator = new CpuEstimator(2_000);
  const limited = { qualityLimitationReason: 'cpu' };
  estimator.add([encoded(1, 0, limited)], 0, 0);
  expect(estimator.add([encoded(2, 0, limited)], 2_000, 0).cpuLoadStateReason).toBe('encode');
});

it('adds up what all received videos cost', () => {
  const decoded = (id: string, rounds: number) => ({
    type: 'inbound-rtp',
    kind: 'video',
    id,
    trackIdentifier: `track-${id}`,
    framesPerSecond: 25,
    framesDecoded: rounds * 50,
    totalDecodeTime: rounds * 50 * 0.02,
    totalInterFrameDelay: rounds * 2,
    totalSquaredInterFrameDelay: rounds * 50 * 0.04 ** 2,
  });
  const estimator = new CpuEstimator(2_000);
  estimator.add([decoded('a', 1), decoded('b', 1)], 0, 0);
  const { cpuLoadState, cpuLoadStateReason, stats } = estimator.add(
    [decoded('a', 2), decoded('b', 2)],
    2_000,
    7,
  );
  expect({ cpuLoadState, cpuLoadStateReason }).toEqual({
    cpuLoadState: 'high',
    cpuLoadStateReason: 'decode',
  });
  expect(stats.latest).toMatchObject({ timestamp: 7, totalReceivedVideoTracks: 2 });
  expect(stats.latest.cpuUsageBasedOnGlobalDecode).toBeCloseTo(100);
  expect(stats.latest.avgInterFrameDelayStandardDeviation).toBeCloseTo(0);
});

it('notices a page whose timers run late, and its recovery', () => {
  const estimator = new CpuEstimator(2_000);
  const states = [0, 4_000, 8_000, 10_000, 12_000].map(
    (at) => estimator.add([], at, 0).cpuLoadStateReason,
  );
  expect(states).toEqual([
    ...['none', 'none', 'scheduleDuration'],
    ...['scheduleDuration', 'none'],
  ]);
});
