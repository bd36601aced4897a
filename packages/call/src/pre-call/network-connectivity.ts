import type { CallContext } from '../core/call-context.ts';
import { openLoopback } from './loopback.ts';
import { connectWithin } from './peer-call-quality.ts';
import { unlessAborted } from './stopwatch.ts';
import type { NetworkConnectivityResults } from './test-results.ts';
import { joinTestRoom } from './test-session.ts';
import { turnServers } from './turn-servers.ts';

const CONNECT_LIMIT = 15_000;

/** Through the TURN servers when there are some, to the room's server otherwise. */
export async function testNetworkConnectivity(
  context: CallContext,
  videoTrack: MediaStreamTrack,
  signal: AbortSignal,
): Promise<NetworkConnectivityResults> {
  const servers = turnServers(context);
  const connecting =
    servers.length > 0
      ? connectByTurn(context, servers, videoTrack, signal)
      : connectToServer(context, signal);
  try {
    return { result: (await unlessAborted(connecting, signal)) === null ? 'aborted' : 'passed' };
  } catch {
    return { result: signal.aborted ? 'aborted' : 'failed' };
  }
}

async function connectByTurn(
  { dependencies }: CallContext,
  servers: RTCIceServer[],
  videoTrack: MediaStreamTrack,
  signal: AbortSignal,
): Promise<true> {
  const loopback = openLoopback(servers, videoTrack);
  try {
    return await connectWithin(loopback, dependencies.clock, CONNECT_LIMIT, signal);
  } finally {
    loopback.close();
  }
}

async function connectToServer(context: CallContext, signal: AbortSignal): Promise<true> {
  if (signal.aborted) return true;
  const { engine } = await joinTestRoom(context, []);
  engine.leave();
  return true;
}
