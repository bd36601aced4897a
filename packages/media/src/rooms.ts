/** What an engine is made of, for one that connects people in another way. */

export type { DownTracks } from './downlink/down-tracks.ts';
export {
  assembleEngine,
  type LocalMediaEngine,
  type SharedContext,
} from './engine/assemble-engine.ts';
export { serveEngine } from './engine/isolated/serve-engine.ts';
export { bySdp } from './participant/by-sdp.ts';
export type { MediaContext } from './participant/media-context.ts';
export { createRoom, type LocalRoom } from './room/create-room.ts';
export type {
  OpenPeer,
  Peer,
  PeerOptions,
  PeerParticipant,
  PeerState,
} from './transport/create-peer.ts';
export type { Offer } from './transport/sdp/parse-offer.ts';
export { type OpenVoice, openObservedVoice } from './uplink/voice-line.ts';
