import { fileURLToPath } from 'node:url';
import { createIsolatedEngine, type MediaEngine } from '@kindling/media';
import { createLivekitApi, type LivekitAccess } from './api/livekit-api.ts';
import { timeAnswer } from './api/time-answer.ts';
import type { LivekitEngineOptions } from './engine/create-livekit-engine.ts';

export type { LivekitAccess } from './api/livekit-api.ts';
export {
  createLivekitEgress,
  type EgressLayout,
  type EgressRequest,
  type EgressState,
  type LivekitEgress,
} from './egress/livekit-egress.ts';

/** Rooms over LiveKit, for voice calls or for meetings, carried by a process of their own. Rejects as `createLivekitEngine` does. */
export function createIsolatedLivekitEngine({
  onFault,
  ...settings
}: Omit<LivekitEngineOptions, 'udpPort'>): Promise<MediaEngine> {
  return createIsolatedEngine({
    program: fileURLToPath(new URL('./livekit-process.ts', import.meta.url)),
    settings: { ...settings, udpPort: 0 } as const,
    ...(onFault && { onFault }),
  });
}

/** @throws when LiveKit does not answer, or refuses the key */
export function checkLivekit(access: LivekitAccess): Promise<void> {
  return createLivekitApi(access).check();
}

/**
 * How long LiveKit takes to answer the offer of a caller, ms.
 *
 * @throws RoomError when it does not answer
 */
export function timeLivekitAnswer(access: LivekitAccess): Promise<number> {
  return timeAnswer(createLivekitApi(access));
}
