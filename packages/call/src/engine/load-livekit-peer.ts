import type { Clock } from '../core/clock.ts';
import { loadChunk } from './load-chunk.ts';
import type { CreatePeer } from './peer/peer.ts';

/**
 * The client of LiveKit is a chunk of its own: a page whose rooms it does not carry never loads it.
 *
 * @throws as `loadChunk` does
 */
export async function loadLivekitPeer(clock: Clock): Promise<CreatePeer> {
  const message = 'The client of LiveKit could not be loaded.';
  const { createLivekitPeer } = await loadChunk(() => import('./livekit/index.ts'), {
    clock,
    message,
  });
  return createLivekitPeer;
}
