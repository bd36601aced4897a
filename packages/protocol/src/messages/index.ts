export {
  addMessageSchema,
  type ClientMessage,
  clientMessageSchema,
  controlMessageSchema,
  endCallMessageSchema,
  type SayMessage,
  sayMessageSchema,
  typingMessageSchema,
} from './client-messages.ts';
export {
  DEFAULT_CLIENT_MESSAGES,
  type ServerMessage,
  type StatusUpdateMessage,
  serverMessageSchema,
  type TranscriptMessage,
} from './server-messages.ts';
