import type {
  Engines,
  GuideModelOptions,
  KnowledgeSource,
  Model,
  ModelRequest,
} from '@kindling/conversation';
import type { LlmConfig } from '../../../platform/config/config.ts';

/** The engines of this machine: loaded once, shared by all calls. */
export interface SpeechEngines extends Omit<Engines, 'model'> {
  close(): Promise<void>;
}

export interface ModelFactories {
  /** Without options the one of the product: built once, and the same for all. */
  readonly guide: (options?: GuideModelOptions) => Model;
  /** What the guide knows of the product, for a language model to answer from. */
  readonly facts: () => KnowledgeSource;
  /** Anthropic's. `fetch`: reaches what users and providers name. */
  readonly anthropic: (endpoint: LlmConfig, fetch: typeof globalThis.fetch) => Model;
  /** `fetch`: for an endpoint that a user named. */
  readonly openAi: (endpoint: LlmConfig, fetch?: typeof globalThis.fetch) => Model;
  /** Its answers are for programs, word for word, and may take their time: nobody is on the line. */
  readonly writer: (endpoint: LlmConfig, fetch?: typeof globalThis.fetch) => Model;
  /** The same of Anthropic's. */
  readonly anthropicWriter: (endpoint: LlmConfig, fetch: typeof globalThis.fetch) => Model;
}

/** All that a model writes, for programs that read it; no more is waited for than `most` characters. */
export async function readAnswer(
  model: Model,
  request: ModelRequest,
  most: number,
): Promise<string> {
  let answer = '';
  for await (const piece of model.respond(request)) {
    if (typeof piece === 'string') answer += piece;
    if (answer.length > most) break;
  }
  return answer;
}
