import type { Engines, GuideModelOptions, Model } from '@kindling/conversation';
import type { AssistantCreate } from '@kindling/protocol';
import type { LlmConfig } from '../../../platform/config/config.ts';
import { ApiError } from '../../../platform/errors/api-error.ts';

/** The engines of this machine: loaded once, shared by all calls. */
export interface SpeechEngines extends Omit<Engines, 'model'> {
  close(): Promise<void>;
}

export interface ModelFactories {
  readonly guide: (options?: GuideModelOptions) => Model;
  /** `fetch`: for an endpoint that a user named. */
  readonly openAi: (endpoint: LlmConfig, fetch?: typeof globalThis.fetch) => Model;
  /** Its answers are for programs, word for word, and may take their time: nobody is on the line. */
  readonly writer: (endpoint: LlmConfig) => Model;
}

export interface SelectModelOptions {
  readonly factories: ModelFactories;
  readonly llm: LlmConfig | null;
  /** Reaches what users may name. */
  readonly userFetch: typeof fetch;
}

/** Gives the model an assistant asks for. Throws `bad_request` when this server has no such model. */
export type SelectModel = (assistant: AssistantCreate) => Model;

export function createSelectModel({ factories, llm, userFetch }: SelectModelOptions): SelectModel {
  // One guide for all calls: it keeps no state, and its index takes a moment to build.
  let guide: Model | null = null;
  return ({ model }) => {
    const provider = model?.provider ?? 'kindling';
    if (provider === 'kindling') {
      guide ??= factories.guide();
      return guide;
    }
    if (provider !== 'openai' && provider !== 'custom-llm') {
      throw unavailable('model', provider, '"kindling", "openai" or "custom-llm"');
    }
    const endpoint = endpointFor(model, llm);
    return model?.url === undefined
      ? factories.openAi(endpoint)
      : factories.openAi(endpoint, userFetch);
  };
}

function endpointFor(model: AssistantCreate['model'], llm: LlmConfig | null): LlmConfig {
  if (model?.url !== undefined) {
    const name = model.model ?? llm?.model;
    if (name === undefined)
      throw badField('assistant.model.model', 'must name the model of the url.');
    // The configured key belongs to the configured endpoint and goes nowhere else.
    return { baseUrl: model.url, apiKey: null, model: name };
  }
  if (llm === null) {
    throw badField(
      'assistant.model.provider',
      `needs an endpoint: ${model?.provider === 'openai' ? 'store a credential of openai with POST /credential' : 'name its url'}, or set LLM_BASE_URL and LLM_MODEL on the server, or use the provider "kindling".`,
    );
  }
  return { ...llm, model: model?.model ?? llm.model };
}

/** Throws `bad_request` when the assistant asks for a voice or a transcriber this server lacks. */
export function checkSpeechProviders({ voice, transcriber }: AssistantCreate): void {
  if (voice && voice.provider !== 'kindling')
    throw unavailable('voice', voice.provider, '"kindling"');
  if (transcriber && transcriber.provider !== 'kindling') {
    throw unavailable('transcriber', transcriber.provider, '"kindling"');
  }
}

function unavailable(part: string, provider: string, instead: string): ApiError {
  return badField(
    `assistant.${part}.provider`,
    `"${provider}" is not available on this server; use ${instead}.`,
  );
}

function badField(path: string, message: string): ApiError {
  return new ApiError('bad_request', `${path}: ${message}`, { fields: [{ path, message }] });
}
