import { z } from 'zod';
import {
  APP_MESSAGE_MAX_CHARACTERS,
  SDP_MAX_CHARACTERS,
  USER_DATA_MAX_CHARACTERS,
  USER_NAME_MAX_CHARACTERS,
} from './constants.ts';

/**
 * Signalling of a room, WHIP-like, and the messages on its data channel.
 *
 *   POST   {roomUrl}      offer (JSON below, or `application/sdp` alone) → 201, answer, `Location`
 *   PATCH  {location}     a new offer: restarts ICE, the participant stays → 200, answer
 *   DELETE {location}     leave → 204
 *
 * No trickle: offer and answer are whole. The client makes one ordered, reliable data
 * channel named `kindling`; every frame on it is one JSON text.
 */
export const DATA_CHANNEL_LABEL = 'kindling';

/** A participant's `location` below its room's path; also a route pattern, with `:name` and `:key`. */
export function participantPath(roomPath: string, key: string): string {
  return `${roomPath}/participant/${key}`;
}

export const iceServerSchema = z.object({
  urls: z.union([z.string(), z.array(z.string())]),
  username: z.string().optional(),
  credential: z.string().optional(),
});
export type IceServer = z.infer<typeof iceServerSchema>;

const sdp = z.string().min(1).max(SDP_MAX_CHARACTERS);

export const roomJoinSchema = z.object({
  sdp,
  userName: z.string().max(USER_NAME_MAX_CHARACTERS).optional(),
  userData: z
    .unknown()
    .refine(
      (data) => data === undefined || JSON.stringify(data).length <= USER_DATA_MAX_CHARACTERS,
      `userData must serialise to at most ${USER_DATA_MAX_CHARACTERS} characters.`,
    )
    .optional(),
  token: z.string().max(4_096).optional(),
  audio: z.boolean().default(true),
});
export type RoomJoin = z.input<typeof roomJoinSchema>;

export const roomRestartSchema = z.object({ sdp });
export type RoomRestart = z.infer<typeof roomRestartSchema>;

export const trackKindSchema = z.enum(['audio', 'video', 'screenAudio', 'screenVideo']);
export type TrackKind = z.infer<typeof trackKindSchema>;

/** A published track. `mid`: the m-line on which the reader of this snapshot receives it. */
export const wireTrackSchema = z.object({
  state: z.enum(['off', 'playable', 'sendable', 'loading', 'interrupted', 'blocked']),
  subscribed: z.boolean(),
  mid: z.string().nullable(),
});
export type WireTrack = z.infer<typeof wireTrackSchema>;

export const wireParticipantSchema = z.object({
  sessionId: z.string(),
  userName: z.string(),
  userData: z.unknown().optional(),
  owner: z.boolean(),
  joinedAt: z.number(),
  tracks: z.object({
    audio: wireTrackSchema.optional(),
    video: wireTrackSchema.optional(),
    screenAudio: wireTrackSchema.optional(),
    screenVideo: wireTrackSchema.optional(),
  }),
});
export type WireParticipant = z.infer<typeof wireParticipantSchema>;

export const roomAnswerSchema = z.object({
  sdp,
  sessionId: z.string(),
  /** Also sent as the `Location` header; unguessable, only its participant knows it. */
  location: z.string(),
  iceServers: z.array(iceServerSchema),
  participants: z.array(wireParticipantSchema),
});
export type RoomAnswer = z.infer<typeof roomAnswerSchema>;

export const roomRestartAnswerSchema = roomAnswerSchema.pick({ sdp: true, iceServers: true });
export type RoomRestartAnswer = z.infer<typeof roomRestartAnswerSchema>;

/** Why the server ended a participant's stay; `expired`, `full` … are fatal kinds of the spec. */
export const roomLeaveReasonSchema = z.enum(['ended', 'ejected', 'exp-room', 'connection-error']);

/** Server to client on the data channel. */
export const roomEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('participant-joined'), participant: wireParticipantSchema }),
  z.object({ type: z.literal('participant-updated'), participant: wireParticipantSchema }),
  z.object({
    type: z.literal('participant-left'),
    sessionId: z.string(),
    reason: z.string().optional(),
  }),
  z.object({ type: z.literal('app-message'), from: z.string(), data: z.unknown() }),
  z.object({ type: z.literal('room-left'), reason: roomLeaveReasonSchema, message: z.string() }),
  z.object({ type: z.literal('room-error'), code: z.string(), message: z.string() }),
  z.object({ type: z.literal('pong'), sentAt: z.number() }),
]);
export type RoomEvent = z.infer<typeof roomEventSchema>;

/** Client to server on the data channel. */
export const roomCommandSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('app-message'),
    /** A session id, or `*` for everybody else. */
    to: z.string().max(100),
    data: z
      .unknown()
      .refine(
        (data) => data !== undefined && JSON.stringify(data).length <= APP_MESSAGE_MAX_CHARACTERS,
        `Message data too large. Max size is ${APP_MESSAGE_MAX_CHARACTERS}`,
      ),
  }),
  z.object({
    type: z.literal('subscribe'),
    sessionId: z.string().max(100),
    audio: z.boolean().optional(),
    video: z.boolean().optional(),
    screenAudio: z.boolean().optional(),
    screenVideo: z.boolean().optional(),
  }),
  z.object({
    type: z.literal('update-self'),
    userName: z.string().max(USER_NAME_MAX_CHARACTERS).optional(),
    userData: z
      .unknown()
      .refine(
        (data) => data === undefined || JSON.stringify(data).length <= USER_DATA_MAX_CHARACTERS,
        `userData must serialise to at most ${USER_DATA_MAX_CHARACTERS} characters.`,
      )
      .optional(),
    audio: z.boolean().optional(),
    video: z.boolean().optional(),
  }),
  z.object({ type: z.literal('ping'), sentAt: z.number() }),
]);
export type RoomCommand = z.infer<typeof roomCommandSchema>;
