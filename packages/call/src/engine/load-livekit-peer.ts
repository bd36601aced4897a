import { retry } from '@kindling/protocol/retry';
import { CallError } from '../core/call-error.ts';
import { type Clock, sleep } from '../core/clock.ts';
import type { CreatePeer } from './peer/peer.ts';

const ATTEMPTS = 3;
const RETRY_DELAY = 500;

/**
 * The client of LiveKit is a chunk of its own: a page whose rooms it does not carry never loads it.
 *
 * @throws a `connection-error` of the stage `load`
 */
export async function loadLivekitPeer(clock: Clock): Promise<CreatePeer> {
  const pause = (attempt: number) => sleep(clock, RETRY_DELAY * attempt);
  try {
    const load = async () => (await import('./livekit/index.ts')).createLivekitPeer;
    return await retry({ attempts: ATTEMPTS, pause }, load);
  } catch (cause) {
    throw new CallError('connection-error', 'The client of LiveKit could not be loaded.', {
      cause,
      stage: 'load',
    });
  }
}
