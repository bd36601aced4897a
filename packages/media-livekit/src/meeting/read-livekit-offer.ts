import { RoomError } from '@kindling/media/room-error';
import type { MediaContext, Offer } from '@kindling/media/rooms';
import type { SentTrack } from '@kindling/protocol/room';

/**
 * What a client of LiveKit sends, as an offer: an m-line for each track, of a transport that is its connection.
 *
 * @throws RoomError `client_outdated` for a page that offers SDP
 */
export const readLivekitOffer: MediaContext['readOffer'] = ({ livekit, sends }): Offer => {
  if (livekit === undefined)
    throw new RoomError(
      'client_outdated',
      'LiveKit carries this meeting, and this page is too old for it. Reload it.',
    );
  const { connection } = livekit;
  const microphone = toMedia({ mid: 'audio', media: 'audio' });
  const media = sends === undefined ? [microphone] : sends.map(toMedia);
  return {
    sdp: '',
    transport: { ufrag: connection, password: '', fingerprint: connection, setup: 'actpass' },
    media,
    audio: microphone.stream,
    data: null,
  };
};

function toMedia({ mid, media }: Pick<SentTrack, 'mid' | 'media'>) {
  const unused = { payloadType: 0, extensions: new Map(), rids: [], ssrcs: [] };
  const stream = { media, mid, direction: 'sendonly' as const, ...unused };
  return { use: 'stream' as const, kind: media, mid, protocol: '', formats: [], stream };
}
