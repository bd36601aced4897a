export {
  addMessageSchema,
  type ClientMessage,
  clientMessageSchema,
  controlMessageSchema,
  endCallMessageSchema,
  type SayMessage,
  sayMessageSchema,
} from './client-messages.ts';
export {
  DEFAULT_CLIENT_MESSAGES,
  type ServerMessage,
  type StatusUpdateMessage,
  serverMessageSchema,
  type TranscriptMessage,
} from './server-messages.ts';
