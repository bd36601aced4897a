export { createResampler } from './audio/resampler.ts';
export type { AudioOutput } from './audio-output.ts';
export { EngineError, type EngineErrorCode } from './engine-error.ts';
export { groundModel, type Telling } from './knowledge/grounded-model.ts';
export type { Findings, KnowledgeSource } from './knowledge/knowledge-source.ts';
export {
  type KnowledgeDocument,
  type Passage,
  passageText,
  splitPassages,
} from './knowledge/passage.ts';
export {
  createPassageIndex,
  type FoundPassage,
  type PassageIndex,
} from './knowledge/passage-index.ts';
export { searchTurn } from './knowledge/search-turn.ts';
export {
  createLocalEngines,
  type LocalEngines,
  type LocalEnginesOptions,
} from './local-engines.ts';
export { createLineBudget, type LineBudget } from './memory/line-budget.ts';
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
export { chooseByWords } from './model/word-choice/choose-by-words.ts';
export { createConversation } from './session/conversation.ts';
export type {
  ActiveAssistant,
  ActiveNode,
  Conversation,
  ConversationOptions,
  ConversationReport,
  ConversationSettings,
  Engines,
  Handoff,
  HandoffHistory,
} from './session/port.ts';
export {
  type JsonSchema,
  TOOL_ROUNDS_MAX,
  type ToolCall,
  type ToolDefinition,
  type ToolEffect,
  type ToolResult,
  type ToolRunner,
  type ToolRunOptions,
} from './tools/port.ts';
export type { Transcriber, Transcription } from './transcriber/port.ts';
export type { Vad, VadStream } from './vad/port.ts';
export type { Voice, VoiceRequest } from './voice/port.ts';
