import type { RoomOptions } from '@kindling/media';
import { RoomError } from '@kindling/media/room-error';
import { createRoom, type LocalRoom } from '@kindling/media/rooms';
import type { LivekitRoomOptions } from '../room/create-livekit-room.ts';
import { HOST } from '../room/enter-room.ts';
import { extendRoom } from '../room/extend-room.ts';
import { createRoomHost } from '../room/room-host.ts';
import { createMemberAccess } from './member-access.ts';
import { createMemberPeers } from './member-peer.ts';
import { readLivekitOffer } from './read-livekit-offer.ts';
import { createSubscribedTracks } from './subscribed-tracks.ts';

export interface MeetingRoomOptions extends LivekitRoomOptions {
  /** Where browsers reach LiveKit: `ws` or `wss`. */
  readonly publicUrl: string;
}

/**
 * A room that people meet in over LiveKit, by its own client. Who is there, what they may do and what they say to each
 * other is the same as in any room; the server hears microphones, and sends no media itself.
 */
export function createMeetingRoom(options: RoomOptions, given: MeetingRoomOptions): LocalRoom {
  const { api, shared, publicUrl } = given;
  const { onFault } = shared;
  const { name } = options;
  const access = createMemberAccess({
    ...{ room: name, clock: shared.clock, api, onFault },
    returning: new Set(options.returning?.map(({ sessionId }) => sessionId)),
  });
  const host = createRoomHost({
    room: name,
    url: given.url,
    api,
    openLink: given.openLink,
    clock: shared.clock,
    hears: 'audio',
    arrivals: access,
    onMoved: () => room.abandon(),
    onFault,
  });
  const context = {
    ...shared,
    readOffer: readLivekitOffer,
    openPeer: createMemberPeers({ room: name, host, api, access, onFault }),
    openVoice: () => Promise.reject(noServerMedia()),
    openDownTracks: createSubscribedTracks,
  };
  const room = createRoom(options, context, () => {
    access.close();
    void host.close().catch((error: unknown) => onFault('livekit-room', error));
    given.onClosed();
  });

  /** The answer to an offer is a token; LiveKit drops what is sent before the host knows who is there. */
  const toAnswer = <A extends { readonly sdp: string }>({ sdp: token, ...answer }: A) => ({
    ...answer,
    sdp: '',
    pingFirst: true as const,
    livekit: { url: publicUrl, token, host: HOST },
  });

  return extendRoom(room, {
    join: async (...request) => toAnswer(await room.join(...request)),
    restart: async (...request) => toAnswer(await room.restart(...request)),
    admit(sessionId) {
      const admitted = room.admit(sessionId);
      access.refresh(sessionId);
      return admitted;
    },
    updatePermissions(sessionId, permissions) {
      room.updatePermissions(sessionId, permissions);
      access.refresh(sessionId);
    },
    switchOff(sessionId, tracks) {
      room.switchOff(sessionId, tracks);
      access.mute(sessionId, tracks);
    },
    addAgent() {
      throw noServerMedia();
    },
    addPlayer() {
      throw noServerMedia();
    },
  });
}

function noServerMedia(): RoomError {
  return new RoomError('not_configured', 'Nothing can be played into a meeting over LiveKit.');
}
