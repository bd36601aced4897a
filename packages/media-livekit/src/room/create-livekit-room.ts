import type { RoomOptions } from '@kindling/media';
import { RoomError } from '@kindling/media/room-error';
import {
  bySdp,
  createRoom,
  type LocalRoom,
  type OpenVoice,
  openObservedVoice,
  type SharedContext,
} from '@kindling/media/rooms';
import type { RoomJoin } from '@kindling/protocol/room';
import type { LivekitApi } from '../api/livekit-api.ts';
import type { OpenRoomLink } from '../rtc/room-link.ts';
import { extendRoom } from './extend-room.ts';
import { createRoomHost, type RoomHost } from './room-host.ts';
import { createWhipPeers } from './whip-peer.ts';

/** The first version of the room protocol whose clients read binary frames. */
const OLDEST_VERSION = 3;
/** LiveKit drops what a caller sends before the host knows that they are there. */
const PING_FIRST = { pingFirst: true } as const;

export interface LivekitRoomOptions {
  readonly api: LivekitApi;
  /** `ws` or `wss` */
  readonly url: string;
  readonly openLink: OpenRoomLink;
  readonly shared: SharedContext;
  readonly onClosed: () => void;
}

/**
 * A room of one caller over LiveKit.
 *
 * @throws RoomError `not_configured` for more: what a caller sends is heard by all of a LiveKit room
 */
export function createLivekitRoom(options: RoomOptions, given: LivekitRoomOptions): LocalRoom {
  const { api, shared } = given;
  if (options.maxParticipants > 1)
    throw notConfigured('A room over LiveKit is for one caller: meetings are not carried by it.');
  const { onFault } = shared;
  const host = createRoomHost({
    room: options.name,
    url: given.url,
    api,
    openLink: given.openLink,
    clock: shared.clock,
    onMoved: () => room.abandon(),
    onFault,
  });
  const context = {
    ...shared,
    ...bySdp,
    openPeer: createWhipPeers({ room: options.name, host, api, onFault }),
    openVoice: openVoiceBy(host, shared),
  };
  const room = createRoom(options, context, () => {
    void host.close().catch((error: unknown) => onFault('livekit-room', error));
    given.onClosed();
  });
  return extendRoom(room, {
    async join(request, identity) {
      assertFits(request);
      return { ...(await room.join(request, identity)), ...PING_FIRST };
    },
    async restart(key, request) {
      return { ...(await room.restart(key, request)), ...PING_FIRST };
    },
    addPlayer() {
      throw notConfigured('Media cannot be played into a call that LiveKit carries.');
    },
  });
}

/** @throws a `RoomError` for clients and tracks that this engine cannot serve */
function assertFits({ version = 1, sends = [] }: RoomJoin): void {
  if (version < OLDEST_VERSION)
    throw new RoomError(
      'client_outdated',
      'This page is too old for calls over LiveKit. Reload it.',
    );
  const other = sends.find(({ name }) => name !== 'audio');
  if (other !== undefined)
    throw notConfigured(
      `sends: ${other.name}: a call that LiveKit carries takes a microphone only.`,
    );
}

function notConfigured(message: string): RoomError {
  return new RoomError('not_configured', message);
}

/** LiveKit's receivers need a stream without pauses; who observes the room gets packets beside it. */
function openVoiceBy(host: RoomHost, { counters, onFault }: SharedContext): OpenVoice {
  return async (line) => {
    const observed = openObservedVoice({ ...line, onFault });
    const voice = host.openVoice(line.sampleRate);
    return {
      hums: true,
      send(pcm, slot) {
        counters.sent++;
        voice.capture(pcm);
        observed.send(pcm, slot);
      },
      close: observed.close,
    };
  };
}
