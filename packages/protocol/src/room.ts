/**
 * Signalling of a room, WHIP-like, and the messages on its data channel.
 *
 *   POST   {roomUrl}          offer (JSON, or `application/sdp` alone) → 201, answer, `Location`
 *   PATCH  {location}         a new offer: other m-lines, or another connection → 200, answer
 *   DELETE {location}         leave → 204; with `?lost` it is for a connection that broke.
 *                             A body brings the last frames that are not known to have arrived
 *   POST   {roomUrl}/access   what joining would give → 200
 *   GET    {roomUrl}/ice-servers   STUN and TURN servers, and what carries the room → 200
 *
 * No trickle: offer and answer are whole. The client makes one ordered, reliable data
 * channel named `kindling`; every frame on it is one JSON text.
 *
 * Media: the microphone's m-line is sendrecv, and the first agent speaks on it. Every other
 * track that is subscribed to needs a receiving m-line of its kind: while `WireTrack.mid` is
 * null for one that is on, the client adds lines and sends a new offer. The server decides
 * which track comes on which line and says so by `participant-updated`; lines are used again.
 *
 * Where LiveKit carries the room (`media: 'livekit'`), `livekit` stands for the SDP: a client sends
 * the id of its connection and gets an address and a token. The same JSON texts are then data
 * messages between it and the host, long ones in pieces; tracks carry their names. A `mid` there
 * is `{sessionId} {layer or *} {name}`: the track of that name of a LiveKit participant `{sessionId}:…`.
 */
export const DATA_CHANNEL_LABEL = 'kindling';

/** A participant's `location` below its room's path; also a route pattern, with `:name` and `:key`. */
export function participantPath(roomPath: string, key: string): string {
  return `${roomPath}/participant/${key}`;
}

export {
  type AccessAnswer,
  type AccessLevel,
  accessAnswerSchema,
  accessRequestSchema,
  meetingTokenCreateSchema,
  meetingTokenSchema,
  type RoomConfig,
  type RoomCreate,
  type RoomEntity,
  type RoomInfo,
  roomConfigSchema,
  roomCreateSchema,
  roomNameSchema,
  roomSchema,
  type TokenConfig,
  tokenConfigSchema,
} from './room/access.ts';
export { type RoomCommand, readSequence, roomCommandSchema } from './room/commands.ts';
export { type MediaPlayerState, type RoomEvent, roomEventSchema } from './room/events.ts';
export {
  type IceServer,
  type IceServersAnswer,
  iceServerSchema,
  iceServersAnswerSchema,
} from './room/ice-server.ts';
export {
  ROOM_PROTOCOL_OLDEST,
  ROOM_PROTOCOL_VERSION,
  type RoomAnswer,
  type RoomJoin,
  type RoomLeave,
  type RoomRestart,
  type RoomRestartAnswer,
  roomAnswerSchema,
  roomJoinSchema,
  roomLeaveSchema,
  roomRestartAnswerSchema,
  roomRestartSchema,
} from './room/join.ts';
export {
  type Permissions,
  permissionsSchema,
  type WaitingParticipant,
  type WireParticipant,
  wireParticipantSchema,
} from './room/participant.ts';
export {
  type RoomRequestName,
  type RoomRequestParams,
  type RoomRequests,
  roomRequests,
} from './room/requests.ts';
export {
  type SentTrack,
  sentTrackSchema,
  type TrackKind,
  trackKindSchema,
  trackNameSchema,
  type WireTrack,
  wireTrackSchema,
} from './room/track.ts';
