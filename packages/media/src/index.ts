export { createMediaEngine } from './engine/create-media-engine.ts';
export type {
  AgentOptions,
  AgentParticipant,
  MediaEngine,
  MediaEngineOptions,
  MediaStats,
  PacedAudio,
  Room,
  RoomErrorCode,
  RoomOptions,
} from './port.ts';
export { isRoomError, RoomError } from './room-error.ts';
