import { groundModel, type Model } from '@kindling/conversation';
import type { AssistantCreate, CredentialProvider } from '@kindling/protocol';
import type { LlmConfig } from '../../../../platform/config/config.ts';
import type { ApiError } from '../../../../platform/errors/api-error.ts';
import { badField } from '../../../../platform/errors/bad-field.ts';
import type { CredentialStore } from '../../../credentials/credential-store.ts';
import { HOSTED_ENDPOINTS } from '../../../credentials/hosted-endpoints.ts';
import type { OpenKnowledge } from '../../../knowledge/assistant-knowledge.ts';
import { type ModelFactories, unavailable } from '../engines.ts';
import { createGuides } from './guides.ts';

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
  readonly models: Pick<ModelFactories, 'guide' | 'openAi'>;
  /** The endpoint of this server's own; null: it has none. */
  readonly llm: LlmConfig | null;
  readonly credentials: Pick<CredentialStore, 'openFor'>;
  readonly openKnowledge: OpenKnowledge;
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
  const { models, openKnowledge } = options;
  const guides = createGuides(models.guide);
  return {
    async resolve(orgId, assistant) {
      const { model: named, name = null } = assistant;
      const isLocal = usesLocalModel(assistant);
      // A language model asks its query tools itself.
      const knowledge = await openKnowledge(orgId, assistant, { searchesToolFiles: isLocal });
      if (isLocal || named === undefined) {
        if (knowledge === null) return guides.ofProduct();
        const guide = guides.overFiles({ name, mode: knowledge.mode });
        return groundModel(guide, knowledge.source, 'passages');
      }
      const model =
        (await openWithCredential(orgId, named, options)) ?? openAtEndpoint(named, options);
      return knowledge === null ? model : groundModel(model, knowledge.source, 'prompt');
    },
  };
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
  if (provider !== 'openai' && provider !== 'custom-llm')
    throw unavailable('model', provider, '"kindling", "openai" or "custom-llm"');
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
