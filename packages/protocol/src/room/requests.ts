import { z } from 'zod';
import { SESSION_DATA_MAX_CHARACTERS, USER_NAME_MAX_CHARACTERS } from '../constants.ts';
import { permissionsSchema } from './participant.ts';
import { trackNameSchema } from './track.ts';

const sessionId = z.string().max(100);
const instanceId = z.string().max(100);
const playerSettings = z.object({
  state: z.enum(['play', 'pause']).optional(),
  volume: z.number().min(0).max(2).optional(),
});
const layout = z.looseObject({ preset: z.string().max(50) });
const session = z
  .unknown()
  .refine(
    (data) => (JSON.stringify(data)?.length ?? 0) <= SESSION_DATA_MAX_CHARACTERS,
    'at most 100 KB of JSON.',
  );

/**
 * What a client may ask of the server over the data channel: `{type:'request', id, method,
 * params}`, answered by one `result` event with the same id. One row a method.
 */
export const roomRequests = {
  /** From the lobby: request access. The result comes when an owner has decided: `{granted}`. */
  'request-access': z.object({ name: z.string().max(USER_NAME_MAX_CHARACTERS) }),
  /** For owners and participants who may administer others: admits a person, or not. */
  'grant-access': z.object({ id: sessionId, granted: z.boolean() }),
  /** Owners and those who may administer participants: mutes, removes, changes permissions. */
  'update-participant': z.object({
    sessionId,
    tracks: z.record(trackNameSchema, z.literal(false)).optional(),
    eject: z.literal(true).optional(),
    permissions: permissionsSchema.partial().optional(),
  }),
  'set-session-data': z.object({
    data: session,
    mergeStrategy: z.enum(['replace', 'shallow-merge']).default('replace'),
  }),
  /** Simulcast layer to receive, 0 the smallest; null: the best that fits. `*`: everybody. */
  'set-receive-layer': z.object({
    sessionId,
    track: trackNameSchema,
    layer: z.number().int().min(0).max(2).nullable(),
  }),
  'start-recording': z.object({
    instanceId: instanceId.optional(),
    type: z.enum(['cloud', 'raw-tracks']).default('cloud'),
    width: z.number().int().min(320).max(1_920).optional(),
    height: z.number().int().min(180).max(1_920).optional(),
    fps: z.number().min(1).max(60).optional(),
    backgroundColor: z.string().max(20).optional(),
    maxDuration: z.number().int().min(1).optional(),
    layout: layout.optional(),
  }),
  'update-recording': z.object({ instanceId: instanceId.optional(), layout: layout.optional() }),
  'stop-recording': z.object({ instanceId: instanceId.optional() }),
  'start-transcription': z.object({
    instanceId: instanceId.optional(),
    language: z.string().max(20).optional(),
    model: z.string().max(100).optional(),
    includeRawResponse: z.boolean().optional(),
    participants: z.array(sessionId).optional(),
  }),
  'update-transcription': z.object({
    instanceId: instanceId.optional(),
    participants: z.array(sessionId),
  }),
  'stop-transcription': z.object({ instanceId: instanceId.optional() }),
  'start-media-player': z.object({
    url: z.string().max(2_000),
    settings: playerSettings.optional(),
  }),
  'update-media-player': z.object({ sessionId, settings: playerSettings }),
  'stop-media-player': z.object({ sessionId }),
} as const satisfies Record<string, z.ZodType>;

export type RoomRequests = typeof roomRequests;
export type RoomRequestName = keyof RoomRequests;
/** As the client writes it. */
export type RoomRequestParams<N extends RoomRequestName> = z.input<RoomRequests[N]>;
