import { z } from 'zod';
import { trackNameSchema, wireTrackSchema } from './track.ts';

const sendable = z.enum([
  'video',
  'audio',
  'screenVideo',
  'screenAudio',
  'customVideo',
  'customAudio',
]);
const administrable = z.enum(['participants', 'streaming', 'transcription']);
const mediaPermission = z.object({
  video: z.boolean().optional(),
  audio: z.boolean().optional(),
  screenVideo: z.boolean().optional(),
  screenAudio: z.boolean().optional(),
  customVideo: z.record(z.string(), z.boolean()).optional(),
  customAudio: z.record(z.string(), z.boolean()).optional(),
});
const receivePermission = z.union([z.boolean(), mediaPermission]);

/** What a participant may do; `true` and `false` stand for all and nothing. */
export const permissionsSchema = z.object({
  hasPresence: z.boolean(),
  canSend: z.union([z.boolean(), z.array(sendable)]),
  canReceive: z.object({
    base: receivePermission,
    byUserId: z.record(z.string(), receivePermission).optional(),
    byParticipantId: z.record(z.string(), receivePermission).optional(),
  }),
  canAdmin: z.union([z.boolean(), z.array(administrable)]),
});
export type Permissions = z.infer<typeof permissionsSchema>;

export const participantTypeSchema = z.enum(['agent', 'remote-media-player']);

/** A participant as one particular reader sees them. */
export const wireParticipantSchema = z.object({
  sessionId: z.string(),
  /** Given by a meeting token; the session id otherwise. */
  userId: z.string().optional(),
  userName: z.string(),
  userData: z.unknown().optional(),
  owner: z.boolean(),
  joinedAt: z.number(),
  /** Absent: a person. */
  participantType: participantTypeSchema.optional(),
  /** Absent: everything but administration, which owners have. */
  permissions: permissionsSchema.optional(),
  tracks: z.record(trackNameSchema, wireTrackSchema),
});
export type WireParticipant = z.infer<typeof wireParticipantSchema>;

/** A person who requests access and waits in the lobby; only owners receive this. */
export const waitingParticipantSchema = z.object({
  id: z.string(),
  name: z.string(),
  awaitingAccess: z.object({ level: z.literal('full') }),
});
export type WaitingParticipant = z.infer<typeof waitingParticipantSchema>;
