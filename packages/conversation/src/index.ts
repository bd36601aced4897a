export type { AudioOutput } from './audio-output.ts';
export { type Clock, createSystemClock } from './clock.ts';
export { EngineError, type EngineErrorCode } from './engine-error.ts';
export {
  createLocalEngines,
  type LocalEngines,
  type LocalEnginesOptions,
} from './local-engines.ts';
export { defaultAssistant } from './model/default-assistant.ts';
export { createGuideModel, type GuideModelOptions } from './model/guide/guide-model.ts';
export {
  type Knowledge,
  type KnowledgeEntry,
  type KnowledgeInput,
  knowledgeSchema,
} from './model/guide/knowledge-schema.ts';
export { isModelError, ModelError, type ModelErrorCode } from './model/openai/model-error.ts';
export { createOpenAiModel, type OpenAiModelOptions } from './model/openai/openai-model.ts';
export type { Model, ModelMessage, ModelRequest } from './model/port.ts';
export { toSpoken, withSpokenStyle } from './model/spoken-style.ts';
export { createConversation } from './session/conversation.ts';
export type {
  Conversation,
  ConversationOptions,
  ConversationReport,
  ConversationSettings,
  Engines,
} from './session/port.ts';
export type { Transcriber, Transcription } from './transcriber/port.ts';
export type { Vad, VadStream } from './vad/port.ts';
export type { Voice, VoiceRequest } from './voice/port.ts';
