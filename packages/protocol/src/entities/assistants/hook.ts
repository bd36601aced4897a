import { z } from 'zod';
import { serverSchema } from '../server.ts';

const text = (max: number) => z.string().max(max);

/** What a hook can be for; others are kept, and warned of. */
export const HOOK_EVENTS = [
  'call.ending',
  'assistant.speech.interrupted',
  'customer.speech.interrupted',
  'customer.speech.timeout',
] as const;
export type HookEvent = (typeof HOOK_EVENTS)[number];

/** What a hook can do; others are kept, and warned of. */
export const HOOK_ACTIONS = ['say', 'tool', 'function', 'message.add'] as const;

const hookMessageSchema = z.looseObject({ role: text(20), content: text(10_000).nullish() });

export const hookActionSchema = z.looseObject({
  type: text(40),
  /** Of `say`: these words, or one of them after another each time. */
  exact: z.union([text(4_000), z.array(text(4_000)).max(50)]).nullish(),
  /** Of `say`: what the model is asked for. */
  prompt: z.union([text(10_000), z.array(hookMessageSchema).max(50)]).nullish(),
  /** Of `tool`: one that is brought along, or a stored one. */
  tool: z.unknown().optional(),
  toolId: z.uuid().nullish(),
  /** Of `function`, the older form of `tool`. */
  function: z.unknown().optional(),
  async: z.boolean().optional(),
  server: serverSchema.nullish(),
  /** Of `message.add`. */
  message: hookMessageSchema.nullish(),
  triggerResponseEnabled: z.boolean().optional(),
});
export type HookActionForm = z.infer<typeof hookActionSchema>;

export const hookSchema = z.looseObject({
  on: text(60),
  name: text(1_000).optional(),
  do: z.array(hookActionSchema).max(20),
  /** All must hold. `call.endedReason` is the only key. */
  filters: z
    .array(
      z.looseObject({
        type: text(40),
        key: text(200),
        oneOf: z.array(text(1_000)).max(200),
      }),
    )
    .max(20)
    .optional(),
  /** Of `customer.speech.timeout`. */
  options: z
    .looseObject({
      /** Silence before it, and between two. @default 7.5 */
      timeoutSeconds: z.number().min(1).max(1_000).optional(),
      /** In a call. @default 3 */
      triggerMaxCount: z.number().int().min(1).max(10).optional(),
      /** Whether the count starts again once the person has spoken. @default 'never' */
      triggerResetMode: z.enum(['never', 'onUserSpeech']).optional(),
    })
    .nullish(),
});
export type HookForm = z.infer<typeof hookSchema>;
