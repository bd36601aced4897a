import {
  type Circuit,
  chooseByWords,
  createCircuit,
  createGuardedModel,
  type GuardEvents,
  groundModel,
  type KnowledgeSource,
  type Model,
  withDefaultRules,
} from '@kindling/conversation';
import type { AssistantCreate, CredentialProvider } from '@kindling/protocol';
import type { Clock } from '@kindling/protocol/clock';
import type { LlmConfig } from '../../../../platform/config/config.ts';
import type { ApiError } from '../../../../platform/errors/api-error.ts';
import { badField } from '../../../../platform/errors/bad-field.ts';
import type { CredentialStore } from '../../../credentials/credential-store.ts';
import { HOSTED_ENDPOINTS } from '../../../credentials/hosted-endpoints.ts';
import type { AssistantKnowledge, OpenKnowledge } from '../../../knowledge/assistant-knowledge.ts';
import { createPromptSource, joinSources } from '../../../knowledge/prompt-source.ts';
import { conversationSettings } from '../conversation-settings.ts';
import type { ModelFactories } from '../engines.ts';
import { DEFAULT_PROVIDER, PROMPT_GUIDE } from '../settle/settle-model.ts';
import { createGuides, type Guides } from './guides.ts';

/** Finds the model that answers for an assistant. */
export interface ModelResolver {
  /**
   * The model that the assistant names, asked with the organisation's credential or at this server's
   * endpoint, or the guide; it looks into the assistant's files and knowledge base before it answers.
   *
   * @throws ApiError `bad_request` for a model this server lacks and a knowledge base that is missing
   */
  resolve(orgId: string, assistant: AssistantCreate): Promise<Model>;
}

export interface ModelResolverOptions {
  readonly models: Pick<ModelFactories, 'guide' | 'openAi' | 'facts'>;
  /** The endpoint of this server's own; null: it has none. */
  readonly llm: LlmConfig | null;
  readonly credentials: Pick<CredentialStore, 'openFor'>;
  readonly openKnowledge: OpenKnowledge;
  readonly clock: Clock;
  /** What becomes of the language model behind the provider `default`. */
  readonly guardEvents: GuardEvents;
  /** Reaches providers and what users may name. */
  readonly fetch: typeof fetch;
}

type NamedModel = NonNullable<AssistantCreate['model']>;

const LOCAL_PROVIDER = 'kindling';

/** Whether the assistant answers without a language model. */
export function usesLocalModel({ model }: Pick<AssistantCreate, 'model'>): boolean {
  return (model?.provider ?? LOCAL_PROVIDER) === LOCAL_PROVIDER;
}

export function createModelResolver(options: ModelResolverOptions): ModelResolver {
  const { models, openKnowledge, clock } = options;
  const guides = createGuides(models.guide);
  const circuit = createCircuit({ now: () => clock.now() });
  if (options.llm !== null) {
    // Indexes take a moment to build: the first caller must not wait for them, nor the others who are talking.
    guides.ofProduct();
    models.facts();
  }
  return {
    async resolve(orgId, assistant) {
      const { model: named, name = null } = assistant;
      const isLocal = usesLocalModel(assistant);
      // A language model asks its query tools itself.
      const knowledge = await openKnowledge(orgId, assistant, { searchesToolFiles: isLocal });
      if (isLocal || named === undefined) {
        const ownPrompt = named?.model === PROMPT_GUIDE;
        const known = ownPrompt ? withPrompt(knowledge, assistant, clock) : knowledge;
        return guideOver(known, name, guides);
      }
      if (named.provider === DEFAULT_PROVIDER) {
        const guide = guideOver(knowledge, name, guides);
        return openDefault(named, knowledge, { options, guide, circuit });
      }
      const model =
        (await openWithCredential(orgId, named, options)) ?? openAtEndpoint(named, options);
      const ruled = withRules(model, named);
      return knowledge === null ? ruled : groundModel(ruled, knowledge.source, 'prompt');
    },
  };
}

function withRules(model: Model, { defaultRulesEnabled = true }: NamedModel): Model {
  return defaultRulesEnabled ? withDefaultRules(model) : model;
}

/** The guide over the assistant's own files, or over the product. */
function guideOver(
  knowledge: AssistantKnowledge | null,
  name: string | null,
  guides: Guides,
): Model {
  if (knowledge === null) return guides.ofProduct();
  const guide = guides.overFiles({ name, mode: knowledge.mode });
  return groundModel(guide, knowledge.source, 'passages');
}

interface DefaultParts {
  readonly options: ModelResolverOptions;
  readonly guide: Model;
  /** Of this server's endpoint: one for all calls. */
  readonly circuit: Circuit;
}

/** This server's language model, which answers from the assistant's knowledge and has the guide behind it. */
function openDefault(
  named: NamedModel,
  knowledge: AssistantKnowledge | null,
  { options, guide, circuit }: DefaultParts,
): Model {
  const { models, clock, guardEvents } = options;
  const guarded = createGuardedModel({
    ...guardEvents,
    model: withRules(openAtEndpoint(named, options), named),
    guide: chooseByWords(guide),
    circuit,
    clock,
  });
  return groundModel(guarded, sourceOf(knowledge, models), 'prompt');
}

/** The assistant's own files, and what is known of the product where they do not take its place. */
function sourceOf(
  knowledge: AssistantKnowledge | null,
  models: ModelResolverOptions['models'],
): KnowledgeSource {
  if (knowledge === null) return models.facts();
  if (knowledge.mode === 'replace') return knowledge.source;
  return joinSources([knowledge.source, models.facts()]);
}

/** What an assistant's own prompt says, beside its files. */
function withPrompt(
  knowledge: AssistantKnowledge | null,
  assistant: AssistantCreate,
  clock: Clock,
): AssistantKnowledge {
  const { systemPrompt } = conversationSettings(assistant, new Date(clock.now()));
  const prompt = createPromptSource(systemPrompt);
  if (knowledge === null) return { source: prompt, mode: 'replace' };
  return { ...knowledge, source: joinSources([knowledge.source, prompt]) };
}

/**
 * The model of a hosted provider by the organisation's own credential. Null: it has none, and this server's
 * endpoint may do; or the assistant names a url, or no such provider.
 */
async function openWithCredential(
  orgId: string,
  { provider, url, model }: NamedModel,
  { models, credentials, fetch }: ModelResolverOptions,
): Promise<Model | null> {
  const baseUrl = HOSTED_ENDPOINTS[provider as CredentialProvider];
  if (baseUrl === undefined || url !== undefined) return null;
  const credential = await credentials.openFor(orgId, provider as CredentialProvider);
  if (credential === null) {
    if (provider === 'openai') return null;
    throw wrongProvider(
      `needs a credential of ${provider}, and your organisation has none. Store one with POST /credential.`,
    );
  }
  if (model === undefined) throw wrongModel(`must name one of the models of ${provider}.`);
  return models.openAi({ baseUrl, apiKey: String(credential.fields.apiKey), model }, fetch);
}

/** The model at the url that the assistant names, or at this server's own endpoint. */
function openAtEndpoint(
  { provider, url, model }: NamedModel,
  { models, llm, fetch }: ModelResolverOptions,
): Model {
  if (provider !== 'openai' && provider !== 'custom-llm' && provider !== DEFAULT_PROVIDER)
    throw wrongProvider(
      `"${provider}" is not available on this server; use "default", "kindling", "openai" or "custom-llm".`,
    );
  const name = model ?? llm?.model;
  if (url !== undefined) {
    if (name === undefined) throw wrongModel('must name the model of the url.');
    // The configured key belongs to the configured endpoint and goes nowhere else.
    return models.openAi({ baseUrl: url, apiKey: null, model: name }, fetch);
  }
  if (llm !== null && name !== undefined) return models.openAi({ ...llm, model: name });
  throw wrongProvider(
    `needs an endpoint: ${provider === 'openai' ? 'store a credential of openai with POST /credential' : 'name its url'}, or set LLM_BASE_URL and LLM_MODEL on the server, or use the provider "kindling".`,
  );
}

const wrongProvider = (message: string): ApiError => badField('assistant.model.provider', message);
const wrongModel = (message: string): ApiError => badField('assistant.model.model', message);
