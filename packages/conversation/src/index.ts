export { EngineError, type EngineErrorCode } from './engines/engine-error.ts';
export {
  createLocalEngines,
  type LocalEngines,
  type LocalEnginesOptions,
} from './engines/local-engines.ts';
export type { NeuralModel } from './engines/neural/neural-model.ts';
export {
  createSentenceEncoder,
  type EncoderModel,
} from './engines/sentence-encoder/sentence-encoder.ts';
export type { TurnModelFiles } from './engines/smart-turn/smart-turn.ts';
export type { VoiceFallback } from './engines/spoken-voices.ts';
export {
  tryEncoder,
  tryRecogniser,
  tryTurnModel,
  tryVoice,
} from './engines/try-model.ts';
export {
  type AnthropicModelOptions,
  createAnthropicModel,
} from './generation/anthropic/anthropic-model.ts';
export { withDefaultRules } from './generation/default-rules.ts';
export { createEntrySource } from './generation/entry-source.ts';
export type { Unsupported } from './generation/fact-check/fact-check.ts';
export { groundModel, type Telling } from './generation/grounded-model.ts';
export { type Circuit, createCircuit } from './generation/guarded/circuit.ts';
export {
  createGuardedModel,
  type GuardEvents,
  type TakeoverReason,
} from './generation/guarded/guarded-model.ts';
export { createModelWarmer, type ModelWarmer } from './generation/guarded/model-warmer.ts';
export { createGuideModel, type GuideModelOptions } from './generation/guide/guide-model.ts';
export { readKnowledge } from './generation/guide/read-knowledge.ts';
export type { Findings, KnowledgeSource } from './generation/knowledge-source.ts';
export type { Model, ModelMessage, ModelRequest, ModelUsage } from './generation/model.ts';
export { type ChainedModel, createModelChain, type ModelSwitch } from './generation/model-chain.ts';
export { isModelError, ModelError, type ModelErrorCode } from './generation/openai/model-error.ts';
export { createOpenAiModel, type OpenAiModelOptions } from './generation/openai/openai-model.ts';
export { toSpoken, withSpokenStyle } from './generation/spoken-style.ts';
export { chooseByWords } from './generation/tool-choice/choose-by-words.ts';
export {
  type JsonSchema,
  TOOL_ROUNDS_MAX,
  type ToolCall,
  type ToolDefinition,
  type ToolEffect,
  type ToolResult,
  type ToolRunner,
  type ToolRunOptions,
} from './generation/tools.ts';
export { createLineBudget, type LineBudget } from './history/line-budget.ts';
export { createResampler } from './playout/resampler.ts';
export type { Voice, VoiceRequest } from './playout/voice.ts';
export type {
  Transcriber,
  TranscriberStream,
  TranscriberStreamOptions,
  Transcription,
} from './recognition/transcriber.ts';
export type { TurnPlan } from './recognition/turn-plan.ts';
export type { Vad, VadStream } from './recognition/vad.ts';
export { knowMeanings } from './retrieval/entries/know-meanings.ts';
export {
  type Knowledge,
  type KnowledgeEntry,
  type KnowledgeInput,
  knowledgeSchema,
} from './retrieval/entries/knowledge-schema.ts';
export type { KnownMeanings } from './retrieval/meaning/known-meanings.ts';
export {
  type KnowledgeDocument,
  type Passage,
  passageText,
  splitPassages,
} from './retrieval/passages/passage.ts';
export {
  createPassageIndex,
  type FoundPassage,
  type PassageIndex,
} from './retrieval/passages/passage-index.ts';
export { searchTurn } from './retrieval/search-turn.ts';
export { untilAborted } from './scope/until-aborted.ts';
export { createConversation } from './session/conversation.ts';
export type { Hook, HookAction } from './session/hooks.ts';
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
  ResumedConversation,
} from './session/port.ts';
export type { OpenSocket, Socket, SocketEnd, SocketRequest } from './transcribers/open-socket.ts';
export {
  createCustomTranscriber,
  createKeyedTranscriber,
  isKeyedTranscriberProvider,
  TRANSCRIBERS_BY_KEY,
  transcriberFieldsSent,
} from './transcribers/providers.ts';
export { isTranscriberError } from './transcribers/transcriber-error.ts';
export { customVoiceWriter } from './voices/custom-voice/write-request.ts';
export { createHostedVoice, HOSTED_SAMPLE_RATE } from './voices/hosted-voice.ts';
export {
  isKeyedVoiceProvider,
  VOICE_PROVIDERS_BY_KEY,
  voiceFieldsSent,
} from './voices/providers.ts';
export { type ChainedVoice, createVoiceChain, type VoiceSwitch } from './voices/voice-chain.ts';
export { isVoiceError } from './voices/voice-error.ts';
