import { createDownTracks } from '../downlink/down-tracks.ts';
import { RoomError } from '../room-error.ts';
import { parseOffer } from '../transport/sdp/parse-offer.ts';
import type { MediaContext } from './media-context.ts';

/** Of rooms whose people negotiate m-lines: what they receive comes on those of their offer. */
export const bySdp: Pick<MediaContext, 'readOffer' | 'openDownTracks'> = {
  readOffer({ sdp, livekit }) {
    // It was opened while LiveKit carried the room.
    if (livekit !== undefined)
      throw new RoomError('client_outdated', 'This room is no longer carried by LiveKit. Reload.');
    return parseOffer(sdp);
  },
  openDownTracks: createDownTracks,
};
