import type { CallContext } from '../core/call-context.ts';
import { type Clock, sleep } from '../core/clock.ts';
import { type NetworkSample, sampleNetwork } from '../engine/quality/network-quality.ts';
import { readConnection } from '../engine/quality/stats-reader.ts';
import { type Loopback, openLoopback } from './loopback.ts';
import { average, grade, MIN_SAMPLES, maximum } from './metrics.ts';
import type { PeerTestOptions } from './pre-call-tests.ts';
import { startStopwatch, unlessAborted } from './stopwatch.ts';
import type { PeerCallQualityResults } from './test-results.ts';
import { turnServers } from './turn-servers.ts';

const DURATION_SECONDS = 15;
const CONNECT_LIMIT = 10_000;
const POLL_INTERVAL = 1_000;

/** Sends the video through the TURN servers and back, and measures how it arrives. */
export async function testPeerCallQuality(
  context: CallContext,
  { videoTrack, duration = DURATION_SECONDS }: PeerTestOptions,
  signal: AbortSignal,
): Promise<PeerCallQualityResults> {
  const { clock } = context.dependencies;
  const elapsed = startStopwatch(clock);
  const servers = turnServers(context);
  const failed = (errorMsg: string) =>
    ({ result: 'failed', errorMsg, secondsElapsed: elapsed() }) as const;
  if (servers.length === 0)
    return failed('There is no TURN server to send through: give one with setIceConfig().');
  const video = videoTrack.clone();
  const loopback = openLoopback(servers, video);
  try {
    const connecting = connectWithin(loopback, clock, CONNECT_LIMIT, signal);
    if ((await unlessAborted(connecting, signal)) === null)
      return { result: 'aborted', secondsElapsed: elapsed() };
    const samples = await watch(loopback, clock, duration, signal);
    return conclude(samples, elapsed());
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error));
  } finally {
    loopback.close();
    video.stop();
  }
}

/** @throws when no connection was made in time */
export async function connectWithin(
  loopback: Loopback,
  clock: Clock,
  limit: number,
  signal: AbortSignal,
): Promise<true> {
  const done = new AbortController();
  const late = sleep(clock, limit, AbortSignal.any([signal, done.signal])).then(() => {
    throw new Error('The TURN servers were not reached in time.');
  });
  try {
    await Promise.race([loopback.connected, late]);
    return true;
  } finally {
    done.abort();
  }
}

async function watch(
  { sender, receiver }: Loopback,
  clock: Clock,
  seconds: number,
  signal: AbortSignal,
): Promise<NetworkSample[]> {
  const samples: NetworkSample[] = [];
  const end = clock.now() + seconds * 1_000;
  let before = null;
  while (!signal.aborted && clock.now() < end) {
    await sleep(clock, Math.min(POLL_INTERVAL, end - clock.now()), signal);
    // Sent packets are counted at one end, received ones at the other.
    const reports = [
      ...[...(await sender.getStats()).values()].filter((one) => one.type !== 'inbound-rtp'),
      ...[...(await receiver.getStats()).values()].filter((one) => one.type === 'inbound-rtp'),
    ];
    const now = readConnection(reports, clock.now());
    if (before !== null) samples.push(sampleNetwork(before, now, Date.now()));
    before = now;
  }
  return samples;
}

function conclude(
  samples: readonly NetworkSample[],
  secondsElapsed: number,
): PeerCallQualityResults {
  if (samples.length < MIN_SAMPLES) return { result: 'aborted', secondsElapsed };
  const data = {
    maxRoundTripTime: maximum(samples, 'networkRoundTripTime'),
    avgRoundTripTime: average(samples, 'networkRoundTripTime'),
    avgRecvPacketLoss: average(samples, 'totalRecvPacketLoss'),
    avgAvailableOutgoingBitrate: average(samples, 'availableOutgoingBitrate'),
    avgSendBitsPerSecond: average(samples, 'sendBitsPerSecond'),
    avgRecvBitsPerSecond: average(samples, 'recvBitsPerSecond'),
  };
  const result = grade({
    roundTripTime: data.maxRoundTripTime,
    loss: data.avgRecvPacketLoss,
    bitrate: data.avgAvailableOutgoingBitrate,
  });
  return { result, data, secondsElapsed };
}
