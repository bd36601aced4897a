import { z } from 'zod';
import { USER_NAME_MAX_CHARACTERS } from '../constants.ts';
import { permissionsSchema } from './participant.ts';

const unixSeconds = z.number().int().min(0);
const features = {
  enable_screenshare: z.boolean().optional(),
  enable_chat: z.boolean().optional(),
  enable_people_ui: z.boolean().optional(),
  enable_prejoin_ui: z.boolean().optional(),
  enable_network_ui: z.boolean().optional(),
  enable_noise_cancellation_ui: z.boolean().optional(),
  enable_video_processing_ui: z.boolean().optional(),
  enable_live_captions_ui: z.boolean().optional(),
  enable_transcription: z.boolean().optional(),
  enable_recording: z.enum(['cloud', 'raw-tracks', 'local']).optional(),
  start_video_off: z.boolean().optional(),
  start_audio_off: z.boolean().optional(),
  eject_after_elapsed: z.number().int().min(1).optional(),
  lang: z.string().max(10).optional(),
};

/** Settings of a room that people meet in; names as published clients read them. */
export const roomConfigSchema = z.object({
  ...features,
  /** Opens at, and closes at: seconds since 1970. */
  nbf: unixSeconds.optional(),
  exp: unixSeconds.optional(),
  max_participants: z.number().int().min(1).max(100).optional(),
  /** In a private room, who has no token waits until an owner lets them in. */
  enable_knocking: z.boolean().optional(),
  /** Everybody leaves when the room expires; otherwise it only takes nobody new. */
  eject_at_room_exp: z.boolean().optional(),
  owner_only_broadcast: z.boolean().optional(),
  permissions: permissionsSchema.partial().optional(),
});
export type RoomConfig = z.infer<typeof roomConfigSchema>;

/** Also the last part of its url. */
export const roomNameSchema = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,128}$/, 'must be letters, digits, - and _, at most 128.');

/** What would never let anybody in is a mistake. */
function opensBeforeItCloses(times: {
  readonly nbf?: number | undefined;
  readonly exp?: number | undefined;
}): boolean {
  return times.nbf === undefined || times.exp === undefined || times.nbf < times.exp;
}
const NEVER_OPEN = { path: ['exp'], error: 'must be after nbf.' };

export const roomCreateSchema = z.object({
  name: roomNameSchema.optional(),
  privacy: z.enum(['public', 'private']).default('public'),
  properties: roomConfigSchema.refine(opensBeforeItCloses, NEVER_OPEN).default({}),
});
export type RoomCreate = z.input<typeof roomCreateSchema>;

export const roomSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Where to join, and the page for people. */
  url: z.string(),
  privacy: z.enum(['public', 'private']),
  config: roomConfigSchema,
  createdAt: z.string(),
});
export type RoomEntity = z.infer<typeof roomSchema>;

/** What a meeting token says of who carries it. */
export const tokenConfigSchema = z.object({
  enable_screenshare: features.enable_screenshare,
  enable_recording: features.enable_recording,
  enable_prejoin_ui: features.enable_prejoin_ui,
  enable_live_captions_ui: features.enable_live_captions_ui,
  start_video_off: features.start_video_off,
  start_audio_off: features.start_audio_off,
  eject_after_elapsed: features.eject_after_elapsed,
  lang: features.lang,
  room_name: roomNameSchema.optional(),
  is_owner: z.boolean().optional(),
  user_name: z.string().max(USER_NAME_MAX_CHARACTERS).optional(),
  user_id: z.string().max(36).optional(),
  nbf: unixSeconds.optional(),
  exp: unixSeconds.optional(),
  eject_at_token_exp: z.boolean().optional(),
  permissions: permissionsSchema.partial().optional(),
});
export type TokenConfig = z.infer<typeof tokenConfigSchema>;

export const meetingTokenCreateSchema = z.object({
  properties: tokenConfigSchema.refine(opensBeforeItCloses, NEVER_OPEN),
});
export const meetingTokenSchema = z.object({ token: z.string() });

/** `POST {roomUrl}/access`: what joining with this token would give. */
export const accessRequestSchema = z.object({ token: z.string().max(4_096).optional() });

export const accessLevelSchema = z.enum(['none', 'lobby', 'full']);
export type AccessLevel = z.infer<typeof accessLevelSchema>;

/** What everybody who knows its url may know of a room. */
export const roomInfoSchema = z.object({
  id: z.string(),
  name: z.string(),
  config: roomConfigSchema,
  tokenConfig: tokenConfigSchema.omit({ room_name: true }),
});
export type RoomInfo = z.infer<typeof roomInfoSchema>;

export const accessAnswerSchema = z.object({ level: accessLevelSchema, room: roomInfoSchema });
export type AccessAnswer = z.infer<typeof accessAnswerSchema>;
