import { z } from 'zod';
import { pageMessageRoleSchema } from '../entities/assistants/assistant.ts';

/** What the page says to the call, as JSON strings in app messages. */

export const sayMessageSchema = z.object({
  type: z.literal('say'),
  message: z.string().min(1).max(4_000),
  endCallAfterSpoken: z.boolean().optional(),
  interruptionsEnabled: z.boolean().optional(),
  interruptAssistantEnabled: z.boolean().optional(),
});

/**
 * A typed turn, or context for the model: that is answered only when `triggerResponseEnabled` is true.
 * Other roles than `user` are taken where the assistant's `pageMessageRoles` names them.
 */
export const addMessageSchema = z.object({
  type: z.literal('add-message'),
  message: z.object({
    role: pageMessageRoleSchema,
    content: z.string().min(1).max(4_000),
  }),
  triggerResponseEnabled: z.boolean().optional(),
});

export const controlMessageSchema = z.object({
  type: z.literal('control'),
  control: z.enum(['mute-assistant', 'unmute-assistant', 'say-first-message']),
  videoRecordingStartDelaySeconds: z.number().min(0).max(3_600).optional(),
});

/** The person is writing: not silence, though nothing is heard yet. */
export const typingMessageSchema = z.object({ type: z.literal('typing') });

export const endCallMessageSchema = z.object({ type: z.literal('end-call') });

export const clientMessageSchema = z.discriminatedUnion('type', [
  sayMessageSchema,
  addMessageSchema,
  controlMessageSchema,
  typingMessageSchema,
  endCallMessageSchema,
]);
export type ClientMessage = z.infer<typeof clientMessageSchema>;
export type SayMessage = z.infer<typeof sayMessageSchema>;
