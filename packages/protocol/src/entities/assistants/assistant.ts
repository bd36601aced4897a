import { z } from 'zod';
import { serverSchema, socketServerSchema } from '../server.ts';
import { warningSchema } from '../warning.ts';
import { analysisPlanSchema } from './analysis-plan.ts';
import { hookSchema } from './hook.ts';
import { assistantKnowledgeSchema } from './knowledge-base.ts';
import { ownOutputSchema } from './structured-output.ts';
import { toolCreateSchema } from './tool.ts';

const text = (max: number) => z.string().max(max);

/** `function` is what `tool` was called before; published clients may still send it. */
export const chatRoleSchema = z.enum(['system', 'user', 'assistant', 'tool', 'function']);

export const modelMessageSchema = z.looseObject({
  role: chatRoleSchema,
  /** Null where an assistant only asked for a tool. */
  content: text(100_000).nullable(),
});

const plannedModelSchema = z.union([
  text(200),
  z.looseObject({
    provider: text(40),
    model: text(200).optional(),
    url: z.url().max(2_000).optional(),
  }),
]);

const modelForm = z.looseObject({
  provider: text(40),
  model: text(200).optional(),
  url: z.url().max(2_000).optional(),
  messages: z.array(modelMessageSchema).max(100).optional(),
  temperature: z.number().min(0).max(2).optional(),
  maxTokens: z.number().int().min(1).max(10_000).optional(),
  /** What answers where this cannot, in this order: models of the same provider, or of others. */
  fallbackModels: z.array(plannedModelSchema).max(20).nullish(),
  fallbackPlan: z.looseObject({ models: z.array(plannedModelSchema).max(20).nullish() }).nullish(),
  /**
   * Whether rules are put in front of a language model's prompt: to answer as one speaks, that words may be misheard,
   * and to say so when it does not know. @default true
   */
  defaultRulesEnabled: z.boolean().optional(),
  /** What the model may ask for, beside the stored ones that `toolIds` names. */
  tools: z.array(toolCreateSchema).max(100).optional(),
  toolIds: z.array(z.uuid()).max(100).optional(),
  /** What the assistant looks up before each answer: a stored one, or one of its own. */
  knowledgeBaseId: z.uuid().nullish(),
  knowledgeBase: assistantKnowledgeSchema.nullish(),
});
type ModelForm = typeof modelForm;
// Named, like those of whole assistants below: declarations that hold them are else longer than the compiler writes.
export interface ModelSchema extends ModelForm {}

/**
 * `kindling` is the local guide; `default` the server's configured endpoint with the guide behind it, or the guide alone
 * where there is none; `openai` and `custom-llm` any OpenAI-compatible endpoint (`url` overrides the server's
 * configured one, for private tokens only); others are asked with the organisation's credential.
 */
export const modelSchema: ModelSchema = modelForm;
export type ModelSettings = z.infer<typeof modelSchema>;

const voiceFields = {
  provider: text(40),
  voiceId: text(200).optional(),
  /** Voices of this machine speak at 0.25 to 2 times their pace; other services know more. */
  speed: z.number().min(0.1).max(5).optional(),
  /** Of `openai`: a server that speaks its protocol, up to and without `/audio/speech`. It is asked without a key. */
  url: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .optional(),
  /** Of `custom-voice`: the server that is sent each sentence. */
  server: serverSchema.nullish(),
};

/**
 * `kindling` voices run on the server: slt, rms, awb, and those that its operator installed. `openai`, `11labs`,
 * `cartesia` and `deepgram` are asked with the organisation's credential, `custom-voice` at its `server`; what else they
 * can take stands beside these fields.
 */
export const voiceSchema = z.looseObject({
  ...voiceFields,
  /** What speaks where this cannot, in this order; behind them a voice of this server. */
  fallbackPlan: z
    .looseObject({ voices: z.array(z.looseObject(voiceFields)).max(20).optional() })
    .nullish(),
});
export type VoiceSettings = z.infer<typeof voiceSchema>;

const transcriberFields = {
  provider: text(40),
  /** Of `kindling`: moonshine-tiny, or one that the operator installed. @default the best one there is */
  model: text(200).optional(),
  language: text(20).optional(),
  /**
   * Of `openai`: a server that speaks its protocol, up to and without `/audio/transcriptions`. It is asked without a
   * key.
   */
  url: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .optional(),
  /** Of `custom-transcriber`: the server that hears the calls. */
  server: socketServerSchema.nullish(),
};

/**
 * `kindling` listens on the server; `deepgram`, `assembly-ai`, `openai` and `groq` are asked with the organisation's
 * credential, `custom-transcriber` at its `server`; what else they can take stands beside these fields.
 */
export const transcriberSchema = z.looseObject({
  ...transcriberFields,
  /** What hears where this cannot, in this order; behind them the server's own. */
  fallbackPlan: z
    .looseObject({ transcribers: z.array(z.looseObject(transcriberFields)).max(20).optional() })
    .nullish(),
});
export type TranscriberSettings = z.infer<typeof transcriberSchema>;

export const firstMessageModeSchema = z.enum([
  'assistant-speaks-first',
  'assistant-waits-for-user',
  'assistant-speaks-first-with-model-generated-message',
]);

const endpointing = z.number().min(0).max(3).optional();

const regexOptions = z
  .array(z.looseObject({ type: text(40), enabled: z.boolean().optional() }))
  .max(10)
  .optional();

/** How long to wait after what fits a regex: of what the caller says, of what the assistant said last, or both. */
export const endpointingRuleSchema = z.looseObject({
  /** `customer`, `assistant` or `both`. */
  type: text(40),
  regex: text(1_000).optional(),
  regexOptions,
  /** Of `both`. */
  customerRegex: text(1_000).optional(),
  customerRegexOptions: regexOptions,
  assistantRegex: text(1_000).optional(),
  assistantRegexOptions: regexOptions,
  timeoutSeconds: z.number().min(0).max(15),
});
export type EndpointingRule = z.infer<typeof endpointingRuleSchema>;

/** When the assistant starts to speak: pauses in seconds, as published. */
export const startSpeakingPlanSchema = z.looseObject({
  waitSeconds: z.number().min(0).max(5).optional(),
  /** Silence after words that are finished, that are not, and that end in a number. */
  transcriptionEndpointingPlan: z
    .looseObject({
      onPunctuationSeconds: endpointing,
      onNoPunctuationSeconds: endpointing,
      onNumberSeconds: endpointing,
    })
    .nullish(),
  /** Then the words say how long, and the seconds above do not count: as they do without a plan. */
  smartEndpointingPlan: z.looseObject({ provider: text(60).optional() }).nullish(),
  /** Waits after certain words, before all else; the first that fits counts. */
  customEndpointingRules: z.array(endpointingRuleSchema).max(50).nullish(),
});

const phrases = z.array(text(240).min(1)).max(100);

/** When the assistant stops for the person: words and seconds of voice. */
export const stopSpeakingPlanSchema = z.looseObject({
  numWords: z.number().int().min(0).max(10).optional(),
  voiceSeconds: z.number().min(0).max(0.5).optional(),
  backoffSeconds: z.number().min(0).max(10).optional(),
  /** What never stops it, and what always does; each list takes the place of the built-in one. */
  acknowledgementPhrases: phrases.nullish(),
  interruptionPhrases: phrases.nullish(),
});

/** What the assistant says to who has gone quiet, and when it gives up. */
export const messagePlanSchema = z.looseObject({
  idleMessages: z.array(text(1_000).min(1)).max(50).nullish(),
  /** @default 10 */
  idleTimeoutSeconds: z.number().min(5).max(60).optional(),
  /** @default 3 */
  idleMessageMaxSpokenCount: z.number().int().min(1).max(10).optional(),
  /** @default false */
  idleMessageResetCountOnUserSpeechEnabled: z.boolean().optional(),
  silenceTimeoutMessage: text(1_000).nullish(),
});

export const artifactPlanSchema = z.looseObject({
  recordingEnabled: z.boolean().optional(),
  /** Of the sound of a call, as it is downloaded. @default 'wav;l16' */
  recordingFormat: z.enum(['wav;l16', 'mp3']).optional(),
  videoRecordingEnabled: z.boolean().optional(),
  transcriptPlan: z.looseObject({ enabled: z.boolean().optional() }).optional(),
  /** What is taken down of its calls once they are over: stored ones, and its own. */
  structuredOutputIds: z.array(z.uuid()).max(20).nullish(),
  structuredOutputs: z.array(ownOutputSchema).max(20).nullish(),
});
export type ArtifactPlan = z.infer<typeof artifactPlanSchema>;

/** Roles that `add-message` knows. */
export const pageMessageRoleSchema = z.enum(['user', 'assistant', 'system']);

/** Names of earlier versions, which published clients still send: read as what stands for them today. */
const olderFields = {
  /** Of `server`. */
  serverUrl: text(2_000).nullish(),
  serverUrlSecret: text(1_000).nullish(),
  /** Of `artifactPlan`. */
  recordingEnabled: z.boolean().optional(),
  /** Of `compliancePlan`. */
  hipaaEnabled: z.boolean().optional(),
  /** Tools. */
  endCallFunctionEnabled: z.boolean().optional(),
  dialKeypadFunctionEnabled: z.boolean().optional(),
  /** Of `startSpeakingPlan`: `waitSeconds`, `onPunctuationSeconds`, `onNoPunctuationSeconds`. */
  responseDelaySeconds: z.number().optional(),
  llmRequestDelaySeconds: z.number().optional(),
  llmRequestNonPunctuatedDelaySeconds: z.number().optional(),
  /** Of `stopSpeakingPlan`. */
  numWordsToInterruptAssistant: z.number().optional(),
};

const assistantFields = {
  ...olderFields,
  name: text(100).nullish(),
  firstMessage: text(20_000).nullish(),
  firstMessageMode: firstMessageModeSchema.optional(),
  firstMessageInterruptionsEnabled: z.boolean().optional(),
  model: modelSchema.optional(),
  voice: voiceSchema.optional(),
  transcriber: transcriberSchema.optional(),
  silenceTimeoutSeconds: z.number().min(10).max(3_600).optional(),
  maxDurationSeconds: z.number().min(10).max(43_200).optional(),
  endCallMessage: text(20_000).nullish(),
  endCallPhrases: z.array(text(400).min(2)).max(100).optional(),
  clientMessages: z.array(text(80)).max(100).optional(),
  /** Whose words a page may add to a call by `add-message`. @default the user's alone */
  pageMessageRoles: z.array(pageMessageRoleSchema).max(3).optional(),
  /** The server that runs functions and receives messages; without it the organisation's. */
  server: serverSchema.nullish(),
  /** Those that are sent here are `SERVER_MESSAGE_TYPES`; other names are kept. @default DEFAULT_SERVER_MESSAGES */
  serverMessages: z.array(text(80)).max(100).optional(),
  startSpeakingPlan: startSpeakingPlanSchema.optional(),
  stopSpeakingPlan: stopSpeakingPlanSchema.optional(),
  messagePlan: messagePlanSchema.nullish(),
  /** What it does when something happens in a call. */
  hooks: z.array(hookSchema).max(50).nullish(),
  /** Softly behind its voice: `office`, `off`, or the address of a sound. @default 'off' */
  backgroundSound: text(2_000).nullish(),
  /** Addresses to listen to a call and to steer it by, for private keys. */
  monitorPlan: z
    .looseObject({
      /** @default false */
      listenEnabled: z.boolean().nullish(),
      /** @default false */
      controlEnabled: z.boolean().nullish(),
    })
    .nullish(),
  /** What the traces of its calls say beside. */
  observabilityPlan: z
    .looseObject({
      provider: text(40).optional(),
      tags: z.array(text(200)).max(50).nullish(),
      metadata: z.record(text(100), z.unknown()).nullish(),
    })
    .nullish(),
  /** Any of them: nothing that is said in a call is stored, only reported. */
  compliancePlan: z
    .looseObject({
      hipaaEnabled: z.boolean().nullish(),
      pciEnabled: z.boolean().nullish(),
      zdrEnabled: z.boolean().nullish(),
    })
    .nullish(),
  artifactPlan: artifactPlanSchema.optional(),
  analysisPlan: analysisPlanSchema.nullish(),
  variableValues: z.record(text(100), z.unknown()).optional(),
  /** Keys do not belong into an assistant, which many may read. */
  credentials: z
    .array(z.unknown())
    .max(0, 'must be empty: store keys with POST /credential and name them in credentialIds.')
    .optional(),
  /** Which of the organisation's credentials are used, where it has several of a provider. @default the newest */
  credentialIds: z.array(text(100)).max(100).nullish(),
  metadata: z.record(text(100), z.unknown()).optional(),
};

const assistantCreateForm = z.looseObject(assistantFields);
type AssistantCreateForm = typeof assistantCreateForm;
export interface AssistantCreateSchema extends AssistantCreateForm {}

/** Fields Kindling acts on are checked; others are kept as given. */
export const assistantCreateSchema: AssistantCreateSchema = assistantCreateForm;
export type AssistantCreate = z.infer<typeof assistantCreateSchema>;

const assistantUpdateForm = z
  .looseObject(assistantFields)
  .refine((form) => Object.keys(form).length > 0, 'Name at least one field to change.');
type AssistantUpdateForm = typeof assistantUpdateForm;
export interface AssistantUpdateSchema extends AssistantUpdateForm {}

export const assistantUpdateSchema: AssistantUpdateSchema = assistantUpdateForm;
export type AssistantUpdate = z.infer<typeof assistantUpdateSchema>;

/** Of what thinks, speaks and listens each says what is different: who provides it may be as it was. */
const assistantOverridesForm = z.looseObject({
  ...assistantFields,
  model: modelForm.partial({ provider: true }).optional(),
  voice: voiceSchema.partial({ provider: true }).optional(),
  transcriber: transcriberSchema.partial({ provider: true }).optional(),
});
type AssistantOverridesForm = typeof assistantOverridesForm;
export interface AssistantOverridesSchema extends AssistantOverridesForm {}

export const assistantOverridesSchema: AssistantOverridesSchema = assistantOverridesForm;
export type AssistantOverrides = z.infer<typeof assistantOverridesSchema>;

const assistantForm = z.looseObject({
  ...assistantFields,
  id: z.uuid(),
  orgId: z.uuid(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /** Where it was just stored: what it names that this server cannot do as it says. */
  warnings: z.array(warningSchema).optional(),
});
type AssistantForm = typeof assistantForm;
export interface AssistantSchema extends AssistantForm {}
export const assistantSchema: AssistantSchema = assistantForm;
export type Assistant = z.infer<typeof assistantSchema>;
