import type { CallContext } from '../core/call-context.ts';
import { testCallQuality } from './call-quality.ts';
import { testNetworkConnectivity } from './network-connectivity.ts';
import { testPeerCallQuality } from './peer-call-quality.ts';
import type { PeerTestOptions } from './pre-call-tests.ts';
import { testSignalling } from './signalling-connectivity.ts';
import type { ConnectionQualityResults, PeerCallQualityResults } from './test-results.ts';

/** The tests by name. */
export const RUNNERS = {
  'call-quality': (context: CallContext, signal: AbortSignal) => testCallQuality(context, signal),
  'p2p-call-quality': (context: CallContext, signal: AbortSignal, options: PeerTestOptions) =>
    testPeerCallQuality(context, options, signal),
  'network-connectivity': (context: CallContext, signal: AbortSignal, track: MediaStreamTrack) =>
    testNetworkConnectivity(context, track, signal),
  'websocket-connectivity': (context: CallContext, signal: AbortSignal) =>
    testSignalling(context, signal),
};

/** The older shape of the same metrics. */
export function toConnectionQuality(results: PeerCallQualityResults): ConnectionQualityResults {
  const data = 'data' in results ? results.data : null;
  return {
    result: results.result,
    data: { maxRTT: data?.maxRoundTripTime ?? null, packetLoss: data?.avgRecvPacketLoss ?? null },
    secondsElapsed: results.secondsElapsed,
  };
}
