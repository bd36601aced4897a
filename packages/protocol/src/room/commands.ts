import { z } from 'zod';
import { APP_MESSAGE_MAX_CHARACTERS, USER_NAME_MAX_CHARACTERS } from '../constants.ts';
import { userDataSchema } from './join.ts';
import { trackNameSchema } from './track.ts';

/** Of one piece: half a second takes 21 334. */
const EARLY_AUDIO_MAX_CHARACTERS = 32_000;

/**
 * Client to server on the data channel. Every frame but `ping` may carry `seq`, counted from 1 over
 * the whole session: the sender keeps a frame until it is acknowledged, and sends it again on another
 * connection; the receiver handles each once. Events are counted in the same way.
 */
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
  /**
   * Tracks of a participant to subscribe to or unsubscribe from. `*` is all, future ones included, and
   * overrides earlier single choices; otherwise tracks that are not named are unchanged.
   */
  z.object({
    type: z.literal('subscribe'),
    sessionId: z.string().max(100),
    tracks: z.record(trackNameSchema, z.boolean()),
  }),
  z.object({
    type: z.literal('update-self'),
    userName: z.string().max(USER_NAME_MAX_CHARACTERS).optional(),
    userData: userDataSchema,
    /** On or off, by name of the track. */
    tracks: z.record(trackNameSchema, z.boolean()).optional(),
  }),
  /** See `roomRequests`; `params` are checked by the method's own schema. */
  z.object({
    type: z.literal('request'),
    id: z.string().min(1).max(40),
    method: z.string().max(40),
    params: z.unknown(),
  }),
  /**
   * What the microphone heard before media flowed, for agents: mono signed 16-bit
   * little-endian, base64. What is said after the first piece is heard after the last one.
   */
  z.object({
    type: z.literal('early-audio'),
    pcm: z.base64().max(EARLY_AUDIO_MAX_CHARACTERS),
    sampleRate: z.literal(16_000),
    last: z.boolean(),
  }),
  z.object({
    type: z.literal('ping'),
    sentAt: z.number(),
    /** `seq` of the last event that arrived; the server forgets those up to it. */
    received: z.number().int().min(0).optional(),
  }),
]);
export type RoomCommand = z.infer<typeof roomCommandSchema>;

/** The number of a frame; null for one that has none. */
export function readSequence(frame: unknown): number | null {
  if (typeof frame !== 'object' || frame === null || !('seq' in frame)) return null;
  return typeof frame.seq === 'number' && Number.isSafeInteger(frame.seq) ? frame.seq : null;
}
