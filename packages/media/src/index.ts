export { createMediaEngine } from './engine/create-media-engine.ts';
export { createIsolatedMediaEngine } from './engine/isolated/create-isolated-engine.ts';
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
  Room,
  RoomErrorCode,
  RoomMember,
  RoomOptions,
  TrackObserver,
  TrackPacket,
} from './port.ts';
export { isRoomError, RoomError } from './room-error.ts';
