import { assembleEngine, type LocalMediaEngine } from '@kindling/media/rooms';
import { createLivekitApi, type LivekitAccess, toWebSocket } from '../api/livekit-api.ts';
import { createMeetingRoom } from '../meeting/create-meeting-room.ts';
import { createLivekitRoom } from '../room/create-livekit-room.ts';
import { loadRtc } from '../rtc/load-rtc.ts';
import { openRtcLink } from '../rtc/open-rtc-link.ts';

export interface LivekitEngineSettings extends LivekitAccess {
  /** None is bound: it is LiveKit's. */
  readonly udpPort: 0;
  /** How long a caller without connection may come back, ms. @default 10000 */
  readonly reconnectGrace?: number;
  /** Its rooms are meetings, for browsers that reach LiveKit here. @default they are voice calls */
  readonly meetings?: { readonly publicUrl: string };
}

export interface LivekitEngineOptions extends LivekitEngineSettings {
  readonly onFault?: (fault: { readonly stage: string; readonly error: unknown }) => void;
}

/**
 * Rooms over LiveKit, in this process.
 *
 * @throws where LiveKit's native client cannot be loaded
 */
export async function createLivekitEngine(
  options: LivekitEngineOptions,
): Promise<LocalMediaEngine> {
  await loadRtc();
  const api = createLivekitApi(options);
  const url = toWebSocket(options.url);
  const { meetings } = options;
  return assembleEngine({
    ...options,
    openRoom(room, shared, onClosed) {
      const given = { api, url, openLink: openRtcLink, shared, onClosed };
      if (meetings === undefined) return createLivekitRoom(room, given);
      return createMeetingRoom(room, { ...given, publicUrl: toWebSocket(meetings.publicUrl) });
    },
    release: async () => undefined,
  });
}
