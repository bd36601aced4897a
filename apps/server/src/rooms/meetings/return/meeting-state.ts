import { permissionsSchema } from '@kindling/protocol/room';
import { z } from 'zod';

const departure = z.object({
  at: z.number(),
  reason: z.enum(['exp-room', 'exp-token', 'ejected']),
  message: z.string(),
});

/** What another node has to know of a meeting to go on with it. */
export const meetingStateSchema = z.object({
  meetingId: z.string(),
  /** How often it went to another node. */
  generation: z.number().int(),
  people: z.array(
    z.object({
      /** Their keys are theirs alone. */
      keyHash: z.string(),
      /** Of the room protocol that their page speaks. */
      version: z.number(),
      sessionId: z.string(),
      userId: z.string(),
      userName: z.string(),
      owner: z.boolean(),
      permissions: permissionsSchema,
      level: z.enum(['lobby', 'full']),
      /** By whom one that was removed is known again; no address. */
      person: z.string(),
      departure: departure.nullable(),
    }),
  ),
  /** Who asks to be admitted, by session id. */
  waiting: z.array(z.object({ sessionId: z.string(), name: z.string() })).readonly(),
  /** Who was removed. */
  ejected: z.array(z.string()),
  sessionData: z.unknown().optional(),
});
export type MeetingState = z.infer<typeof meetingStateSchema>;
export type MeetingPerson = MeetingState['people'][number];
