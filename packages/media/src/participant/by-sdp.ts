import { createDownTracks } from '../downlink/down-tracks.ts';
import { parseOffer } from '../transport/sdp/parse-offer.ts';
import type { MediaContext } from './media-context.ts';

/** Of rooms whose people negotiate m-lines: what they receive comes on those of their offer. */
export const bySdp: Pick<MediaContext, 'readOffer' | 'openDownTracks'> = {
  readOffer: ({ sdp }) => parseOffer(sdp),
  openDownTracks: createDownTracks,
};
