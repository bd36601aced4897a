import { z } from 'zod';
import { pageNameSchema } from '../entities/assistants/page-name.ts';
import {
  callStatusSchema,
  endReasonSchema,
  toolCallSchema,
  turnTimingSchema,
} from '../entities/calls/call.ts';

/** What the server says to the page during a call, as JSON strings in app messages. */

export const transcriptMessageSchema = z.object({
  type: z.literal('transcript'),
  role: z.enum(['user', 'assistant']),
  transcriptType: z.enum(['partial', 'final']),
  transcript: z.string(),
  /** Which utterance this belongs to: a final replaces what came before, and an empty one takes it back. */
  utteranceId: z.string(),
  /** True on the final of an utterance that was cut: `transcript` is what was played. */
  interrupted: z.boolean().optional(),
});

export const statusUpdateMessageSchema = z.object({
  type: z.literal('status-update'),
  status: callStatusSchema,
  endedReason: endReasonSchema.optional(),
});

export const speechUpdateMessageSchema = z.object({
  type: z.literal('speech-update'),
  status: z.enum(['started', 'stopped']),
  role: z.enum(['user', 'assistant']),
  turn: z.number().int(),
});

export const conversationUpdateMessageSchema = z.object({
  type: z.literal('conversation-update'),
  conversation: z.array(
    z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() }),
  ),
});

export const userInterruptedMessageSchema = z.object({ type: z.literal('user-interrupted') });

/** The assistant text as it goes to the voice, sentence by sentence. */
export const voiceInputMessageSchema = z.object({
  type: z.literal('voice-input'),
  input: z.string(),
});

/** The model asks for tools. */
export const toolCallsMessageSchema = z.object({
  type: z.literal('tool-calls'),
  toolCallList: z.array(toolCallSchema),
});

/** What a tool answered; a page is sent it only when its assistant names it. */
export const toolCallsResultMessageSchema = z.object({
  type: z.literal('tool-calls-result'),
  toolCallResult: z.object({
    toolCallId: z.string(),
    name: z.string(),
    result: z.string().optional(),
    error: z.string().optional(),
  }),
});

/** The assistant asks the page to show something, as its tool `openPage` says. What a page does not know it ignores. */
export const openPageMessageSchema = z.object({
  type: z.literal('open-page'),
  page: pageNameSchema,
});

/** Latency of the turn just answered. */
export const turnTimingMessageSchema = z.object({
  type: z.literal('turn-timing'),
  timing: turnTimingSchema,
});

/** Sent when the time limit is near; `secondsLeft` until the call is ended. */
export const timeLimitMessageSchema = z.object({
  type: z.literal('time-limit'),
  secondsLeft: z.number(),
});

export const hangMessageSchema = z.object({ type: z.literal('hang') });

/** Another assistant has taken over the call. */
export const transferUpdateMessageSchema = z.object({
  type: z.literal('transfer-update'),
  destination: z.object({ type: z.literal('assistant'), assistantName: z.string() }),
  fromAssistant: z.object({ name: z.string().nullable() }),
  toAssistant: z.object({ name: z.string().nullable() }),
});

/** An assistant has begun to lead the call: the first, or the one who took over. */
export const assistantStartedMessageSchema = z.object({
  type: z.literal('assistant.started'),
  newAssistant: z.object({ name: z.string().nullable() }),
});

/** A workflow has come to another of its nodes. */
export const workflowNodeStartedMessageSchema = z.object({
  type: z.literal('workflow.node.started'),
  node: z.object({ name: z.string(), type: z.string() }),
});

/** A client message that could not be used; names what was wrong. */
export const callErrorMessageSchema = z.object({
  type: z.literal('error'),
  code: z.string(),
  message: z.string(),
});

export const serverMessageSchema = z.discriminatedUnion('type', [
  transcriptMessageSchema,
  statusUpdateMessageSchema,
  speechUpdateMessageSchema,
  conversationUpdateMessageSchema,
  userInterruptedMessageSchema,
  voiceInputMessageSchema,
  toolCallsMessageSchema,
  toolCallsResultMessageSchema,
  openPageMessageSchema,
  turnTimingMessageSchema,
  timeLimitMessageSchema,
  hangMessageSchema,
  transferUpdateMessageSchema,
  assistantStartedMessageSchema,
  workflowNodeStartedMessageSchema,
  callErrorMessageSchema,
]);
export type ServerMessage = z.infer<typeof serverMessageSchema>;
export type TranscriptMessage = z.infer<typeof transcriptMessageSchema>;
export type StatusUpdateMessage = z.infer<typeof statusUpdateMessageSchema>;

/** Sent when the assistant does not name its own `clientMessages`. */
export const DEFAULT_CLIENT_MESSAGES = [
  'transcript',
  'status-update',
  'speech-update',
  'conversation-update',
  'user-interrupted',
  'voice-input',
  'tool-calls',
  'open-page',
  'turn-timing',
  'time-limit',
  'hang',
  'transfer-update',
  'workflow.node.started',
  'error',
] as const satisfies readonly ServerMessage['type'][];
