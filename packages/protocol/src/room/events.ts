import { z } from 'zod';
import {
  permissionsSchema,
  waitingParticipantSchema,
  wireParticipantSchema,
} from './participant.ts';
import { trackNameSchema } from './track.ts';

/** Why the server ended a participant's session; fatal kinds of the spec, and `ended`. */
export const roomLeaveReasonSchema = z.enum([
  'ended',
  'ejected',
  'exp-room',
  'exp-token',
  'not-allowed',
  'connection-error',
]);

const playerState = z.object({
  state: z.enum(['playing', 'paused', 'buffering']),
  settings: z.object({ state: z.enum(['play', 'pause']), volume: z.number() }),
});
export type MediaPlayerState = z.infer<typeof playerState>;

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
  /**
   * Nobody serves the room from here any more: another offer finds it elsewhere. `handedOver`: it is there already, and
   * hears from the start what is said meanwhile.
   */
  z.object({ type: z.literal('moved'), handedOver: z.boolean().optional() }),
  z.object({ type: z.literal('room-left'), reason: roomLeaveReasonSchema, message: z.string() }),
  z.object({ type: z.literal('room-error'), code: z.string(), message: z.string() }),
  /** `received`: `seq` of the last command that arrived. */
  z.object({
    type: z.literal('pong'),
    sentAt: z.number(),
    received: z.number().int().min(0).optional(),
  }),
  /** The answer to a `request`. */
  z.object({
    type: z.literal('result'),
    id: z.string(),
    value: z.unknown().optional(),
    error: z.object({ code: z.string(), message: z.string() }).optional(),
  }),
  /** Admitted from the lobby, with who is there; or sent back to `none`. */
  z.object({
    type: z.literal('access'),
    level: z.enum(['none', 'lobby', 'full']),
    participants: z.array(wireParticipantSchema),
  }),
  /** For owners: an access request. */
  z.object({
    type: z.literal('waiting'),
    change: z.enum(['added', 'updated', 'removed']),
    participant: waitingParticipantSchema,
  }),
  /** An owner changed something about oneself: tracks to switch off, other permissions. */
  z.object({
    type: z.literal('self-updated'),
    tracksOff: z.array(trackNameSchema).optional(),
    owner: z.boolean().optional(),
    permissions: permissionsSchema.optional(),
  }),
  /** How many are there whom nobody sees; oneself may be one of them. */
  z.object({ type: z.literal('counts'), hidden: z.number().int().min(0) }),
  z.object({ type: z.literal('active-speaker'), sessionId: z.string().nullable() }),
  z.object({ type: z.literal('session-data'), data: z.unknown() }),
  z.object({
    type: z.literal('recording'),
    /** `stored`: it can be downloaded now; of a film some time after it stopped. */
    change: z.enum(['started', 'stopped', 'error', 'stored']),
    instanceId: z.string(),
    recordingId: z.string().optional(),
    startedBy: z.string().optional(),
    recordingType: z.enum(['cloud', 'raw-tracks']).optional(),
    layout: z.looseObject({ preset: z.string() }).optional(),
    /** Milliseconds, once stopped. */
    duration: z.number().optional(),
    errorMsg: z.string().optional(),
    /** Once stored; `size` in bytes. */
    files: z.array(z.object({ name: z.string(), size: z.number().int() })).optional(),
  }),
  z.object({
    type: z.literal('transcription'),
    change: z.enum(['started', 'stopped', 'error']),
    instanceId: z.string(),
    language: z.string().optional(),
    model: z.string().optional(),
    by: z.string().optional(),
    errorMsg: z.string().optional(),
  }),
  z.object({
    type: z.literal('transcription-message'),
    instanceId: z.string(),
    sessionId: z.string(),
    track: trackNameSchema,
    text: z.string(),
    /** Unix milliseconds. */
    timestamp: z.number(),
    rawResponse: z.unknown().optional(),
  }),
  z.object({
    type: z.literal('media-player'),
    change: z.enum(['started', 'updated', 'stopped']),
    sessionId: z.string(),
    by: z.string(),
    player: playerState,
    reason: z.enum(['EOS', 'stopped-by-peer']).optional(),
  }),
]);
export type RoomEvent = z.infer<typeof roomEventSchema>;
