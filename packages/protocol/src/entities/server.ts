import { z } from 'zod';

/** How often a request that failed is sent again, and after how long. */
export const backoffPlanSchema = z.looseObject({
  /** @default 'fixed' */
  type: z.enum(['fixed', 'exponential']).optional(),
  /** @default 0 */
  maxRetries: z.number().int().min(0).max(10).optional(),
  /** @default 1 */
  baseDelaySeconds: z.number().min(0).max(10).optional(),
});
export type BackoffPlan = z.infer<typeof backoffPlanSchema>;

const headerName = z
  .string()
  .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,200}$/, 'must be a header name.');
const headerValue = z
  .string()
  .max(4_000)
  .regex(/^[\t\x20-\x7e]*$/, 'must be plain text.');

/** A server of the organisation, which receives messages and runs its functions. */
export const serverSchema = z.looseObject({
  url: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .optional(),
  /** @default 20 */
  timeoutSeconds: z.number().min(1).max(300).optional(),
  headers: z.record(headerName, headerValue).nullish(),
  /** What requests are signed with; without it the organisation's own secret. */
  secret: z.string().min(1).max(1_000).nullish(),
  backoffPlan: backoffPlanSchema.nullish(),
  /** A webhook credential: how requests prove whose they are, beside the signature. */
  credentialId: z.uuid().optional(),
});
export type Server = z.infer<typeof serverSchema>;

/** One that is connected to by a websocket. */
export const socketServerSchema = serverSchema.extend({
  url: z
    .url({ protocol: /^(?:https?|wss?)$/ })
    .max(2_000)
    .optional(),
});

/** The messages that an assistant's server can receive. */
export const SERVER_MESSAGE_TYPES = [
  'conversation-update',
  'end-of-call-report',
  'hang',
  'speech-update',
  'status-update',
  'transcript',
  "transcript[transcriptType='final']",
  'transcript[transcriptType="final"]',
  'tool-calls',
  'transfer-destination-request',
  'transfer-update',
  'user-interrupted',
  'voice-input',
  'assistant.started',
  'workflow.node.started',
  'turn-timing',
  'time-limit',
] as const;

/** Published, too, and never sent: what each is for there is not here, or goes another way. */
export const UNSENT_SERVER_MESSAGES: Readonly<Record<string, string>> = {
  'function-call': 'tool-calls is its new name.',
  'language-changed': 'a call is held in one language.',
  'language-change-detected': 'a call is held in one language.',
  'model-output': 'voice-input is sent with each sentence that is spoken.',
  'phone-call-control': 'it needs a telephone.',
  'voice-request': 'it is sent to the server of a custom voice.',
  'call.endpointing.request': 'whose turn it is, is decided on this server.',
  'assistant-request': 'it is sent for a phone number that names nobody.',
  'knowledge-base-request': 'it is sent to the server of a custom knowledge base.',
  'handoff-destination-request': 'a handoff names its destinations.',
  'call.deleted': 'GET /logs says who deleted a call.',
  'call.delete.failed': 'a call that could not be deleted is answered so.',
  'chat.created': 'a chat is answered to who asked for it.',
  'chat.deleted': 'GET /logs says who deleted a chat.',
  'session.created': 'a session is answered to who made it.',
  'session.updated': 'a session is answered to who changed it.',
  'session.deleted': 'GET /logs says who deleted a session.',
};

/** Sent when an assistant does not name its own `serverMessages`. */
export const DEFAULT_SERVER_MESSAGES: readonly (typeof SERVER_MESSAGE_TYPES)[number][] = [
  'conversation-update',
  'end-of-call-report',
  'hang',
  'speech-update',
  'status-update',
  'tool-calls',
  'transfer-destination-request',
  'transfer-update',
  'user-interrupted',
];
