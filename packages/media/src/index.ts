export { createMediaEngine } from './engine/create-media-engine.ts';
export {
  createIsolatedEngine,
  createIsolatedMediaEngine,
} from './engine/isolated/create-isolated-engine.ts';
export type {
  AgentOptions,
  AgentParticipant,
  JoinAnswer,
  JoinIdentity,
  MediaEngine,
  MediaEngineOptions,
  MediaStats,
  PlayerOptions,
  PlayerParticipant,
  RequestHandler,
  RestartAnswer,
  ReturningParticipant,
  Room,
  RoomErrorCode,
  RoomMember,
  RoomOptions,
  TrackObserver,
  TrackPacket,
} from './port.ts';
export { hashParticipantKey } from './room/participant-key.ts';
export { isRoomError, RoomError } from './room-error.ts';
export { allocateRelay, type RelayAllocation } from './trial/allocate-relay.ts';
export { askMappedAddress } from './trial/ask-mapped-address.ts';
export { StunError, type StunErrorCode } from './trial/stun-error.ts';
export { type RoomTrial, tryRoom } from './trial/try-room.ts';
export type { SocketAddress } from './trial/xor-address.ts';
