import { z } from 'zod';
import {
  SDP_MAX_CHARACTERS,
  USER_DATA_MAX_CHARACTERS,
  USER_NAME_MAX_CHARACTERS,
} from '../constants.ts';
import { accessLevelSchema, roomInfoSchema } from './access.ts';
import { iceServerSchema } from './ice-server.ts';
import { permissionsSchema, wireParticipantSchema } from './participant.ts';
import { sentTrackSchema } from './track.ts';

/** Of this signalling. A client that says a lower one than the server still speaks is refused. */
export const ROOM_PROTOCOL_VERSION = 3;
export const ROOM_PROTOCOL_OLDEST = 1;

/** Empty where LiveKit carries the room: its own client negotiates. */
const sdp = z.string().max(SDP_MAX_CHARACTERS);
/** One connection of a client of LiveKit: another one is another connection of the same session. */
const livekitOffer = z.object({ connection: z.uuid() }).optional();
/** Where that client connects, as whom, and whose data messages are the room's. */
const livekitAnswer = z.object({ url: z.string(), token: z.string(), host: z.string() }).optional();

type Offered = { readonly sdp: string; readonly livekit?: object | undefined };
const isOffer = ({ sdp, livekit }: Offered) => sdp !== '' || livekit !== undefined;
const NO_OFFER = { path: ['sdp'], error: 'must be an offer.' };

/** Absent: the first audio m-line is the microphone. */
const sends = z.array(sentTrackSchema).max(32).optional();

export const userDataSchema = z
  .unknown()
  .refine(
    (data) => data === undefined || JSON.stringify(data).length <= USER_DATA_MAX_CHARACTERS,
    `userData must serialise to at most ${USER_DATA_MAX_CHARACTERS} characters.`,
  )
  .optional();

export const roomJoinSchema = z
  .object({
    sdp,
    livekit: livekitOffer,
    sends,
    /** Absent: version 1. */
    version: z.number().int().min(0).optional(),
    userName: z.string().max(USER_NAME_MAX_CHARACTERS).optional(),
    userData: userDataSchema,
    /** A meeting token. */
    token: z.string().max(4_096).optional(),
    /** Whether the microphone is on, where `sends` does not say. */
    audio: z.boolean().default(true),
  })
  .refine(isOffer, NO_OFFER);
export type RoomJoin = z.input<typeof roomJoinSchema>;

/**
 * A later offer of a participant. With the ICE credentials and certificate of the connection in use
 * it changes m-lines; otherwise it opens another connection of the same session.
 */
export const roomRestartSchema = z
  .object({ sdp, livekit: livekitOffer, sends })
  .refine(isOffer, NO_OFFER);
export type RoomRestart = z.infer<typeof roomRestartSchema>;

/** Data channel frames that were not delivered, the oldest first; executed before the participant leaves. */
export const roomLeaveSchema = z.object({ frames: z.array(z.string()).max(1_000).readonly() });
export type RoomLeave = z.infer<typeof roomLeaveSchema>;

export const roomAnswerSchema = z.object({
  sdp,
  livekit: livekitAnswer,
  /** The client pings on its data channel until something arrives; what it sends earlier may be lost. */
  pingFirst: z.literal(true).optional(),
  sessionId: z.string(),
  /** Also sent as the `Location` header; unguessable, only its participant knows it. */
  location: z.string(),
  /** For later restarts: the credentials of earlier ones may be over by then. */
  iceServers: z.array(iceServerSchema),
  /** Empty in the lobby. */
  participants: z.array(wireParticipantSchema),
  level: accessLevelSchema.exclude(['none']).optional(),
  owner: z.boolean().optional(),
  /** As the token or the room gives them, when they differ from what was asked for. */
  userName: z.string().optional(),
  userId: z.string().optional(),
  permissions: permissionsSchema.optional(),
  /** Unix milliseconds at which this participant is removed. */
  ejectAt: z.number().optional(),
  /** Of this meeting: from the first who comes to the last who goes. */
  meetingId: z.string().optional(),
  sessionData: z.unknown().optional(),
  room: roomInfoSchema.optional(),
});
export type RoomAnswer = z.infer<typeof roomAnswerSchema>;

export const roomRestartAnswerSchema = roomAnswerSchema.pick({
  sdp: true,
  livekit: true,
  pingFirst: true,
  iceServers: true,
});
export type RoomRestartAnswer = z.infer<typeof roomRestartAnswerSchema>;
