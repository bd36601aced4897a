/** What an engine is made of, for one that connects people in another way. */
export {
  assembleEngine,
  type LocalMediaEngine,
  type SharedContext,
} from './engine/assemble-engine.ts';
export { serveEngine } from './engine/isolated/serve-engine.ts';
export { createRoom, type LocalRoom } from './room/create-room.ts';
export type { OpenPeer, Peer, PeerState } from './transport/create-peer.ts';
export { type OpenVoice, openObservedVoice } from './uplink/voice-line.ts';
