export { createLivekitPeer } from './livekit-peer.ts';
