import { expect, it } from 'vitest';
import { judgeNetwork, measureNetwork } from './network-quality.ts';

const inbound = (packetsReceived: number, packetsLost: number) => ({
  type: 'inbound-rtp',
  kind: 'audio',
  packetsReceived,
  packetsLost,
  jitter: 0.01,
});

it('loss is that of the last interval, not of the whole call', () => {
  const first = measureNetwork([inbound(100, 100)], null);
  expect(first.sample.totalRecvPacketLoss).toBeNull();
  const second = measureNetwork([inbound(190, 110)], first.totals);
  expect(second.sample.totalRecvPacketLoss).toBeCloseTo(0.1);
});

it.each([
  [0.04, 'good', []],
  [0.05, 'warning', ['recvPacketLoss']],
  [0.2, 'bad', ['recvPacketLoss']],
])('a loss of %d is %s', (totalRecvPacketLoss, networkState, networkStateReasons) => {
  const { sample } = measureNetwork([], null);
  const judged = judgeNetwork({ ...sample, totalRecvPacketLoss });
  expect(judged).toMatchObject({ networkState, networkStateReasons });
});

it('takes the round trip of the pair in use', () => {
  const { sample } = measureNetwork(
    [
      { type: 'candidate-pair', nominated: false, currentRoundTripTime: 9 },
      { type: 'candidate-pair', nominated: true, currentRoundTripTime: 0.5 },
      { type: 'remote-inbound-rtp', fractionLost: 0, roundTripTime: 0.1 },
    ],
    null,
  );
  expect(judgeNetwork(sample).networkStateReasons).toEqual(['roundTripTime']);
});
