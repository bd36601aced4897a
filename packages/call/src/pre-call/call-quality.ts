import type { CallContext } from '../core/call-context.ts';
import { describeFatal } from '../core/call-error.ts';
import { sleep } from '../core/clock.ts';
import type { NetworkSample } from '../engine/quality/network-quality.ts';
import { average, grade, MIN_SAMPLES, maximum } from './metrics.ts';
import { startStopwatch, unlessAborted } from './stopwatch.ts';
import { createTestMedia } from './test-media.ts';
import type { CallQualityResults } from './test-results.ts';
import { joinTestRoom } from './test-session.ts';

const DURATION_SECONDS = 15;
const POLL_INTERVAL = 1_000;

/** Sends what a call would send, and measures how it arrives at the server. */
export async function testCallQuality(
  context: CallContext,
  signal: AbortSignal,
): Promise<CallQualityResults> {
  const { clock } = context.dependencies;
  const elapsed = startStopwatch(clock);
  const media = createTestMedia(context);
  const joining = joinTestRoom(context, media.tracks);
  try {
    const session = await unlessAborted(joining, signal);
    if (session === null) return { result: 'aborted', secondsElapsed: elapsed() };
    const samples = new Map<number, NetworkSample>();
    const joinedAt = elapsed();
    while (!signal.aborted && elapsed() - joinedAt < DURATION_SECONDS) {
      const lost = session.lost();
      if (lost !== null) throw lost;
      const { stats } = session.engine.networkStats;
      if ('latest' in stats && stats.latest !== undefined) {
        const latest = stats.latest as NetworkSample;
        samples.set(latest.timestamp, latest);
      }
      await sleep(clock, POLL_INTERVAL, signal);
    }
    return conclude([...samples.values()], elapsed());
  } catch (error) {
    const failure = describeFatal(error);
    return {
      result: 'failed',
      errorMsg: failure.msg,
      error: failure,
      secondsElapsed: elapsed(),
    };
  } finally {
    // Even when it was stopped before it had joined.
    joining.then(({ engine }) => engine.leave()).catch(() => {});
    media.stop();
  }
}

function conclude(all: readonly NetworkSample[], secondsElapsed: number): CallQualityResults {
  // The first sample has no predecessor to compare with.
  const samples = all.slice(1);
  if (samples.length < MIN_SAMPLES) return { result: 'aborted', secondsElapsed };
  const data = {
    maxRoundTripTime: maximum(samples, 'networkRoundTripTime'),
    avgRoundTripTime: average(samples, 'networkRoundTripTime'),
    avgSendPacketLoss: average(samples, 'totalSendPacketLoss'),
    avgAvailableOutgoingBitrate: average(samples, 'availableOutgoingBitrate'),
    avgSendBitsPerSecond: average(samples, 'sendBitsPerSecond'),
  };
  const result = grade({
    roundTripTime: data.maxRoundTripTime,
    loss: data.avgSendPacketLoss,
    bitrate: data.avgAvailableOutgoingBitrate,
  });
  return { result, data, secondsElapsed };
}
