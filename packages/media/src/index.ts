export { createMediaEngine } from './engine/create-media-engine.ts';
export { createIsolatedMediaEngine } from './engine/isolated/create-isolated-engine.ts';
export type {
  AgentOptions,
  AgentParticipant,
  JoinIdentity,
  MediaEngine,
  MediaEngineOptions,
  MediaStats,
  PacedAudio,
  RequestHandler,
  Room,
  RoomErrorCode,
  RoomMember,
  RoomOptions,
  SeatAnswer,
  SeatRestartAnswer,
  SourceOptions,
  SourceParticipant,
  TrackPacket,
  TrackTap,
} from './port.ts';
export { isRoomError, RoomError } from './room-error.ts';
