import {
  createAnthropicModel,
  createConversation,
  createEntrySource,
  createGuideModel,
  createLocalEngines,
  createOpenAiModel,
  type KnowledgeSource,
  type Model,
  withSpokenStyle,
} from '@kindling/conversation';
import { createIsolatedMediaEngine } from '@kindling/media';
import { createSystemClock } from '@kindling/protocol/clock';
import { readBrandContent } from '../platform/config/brand-content.ts';
import { createHttpOut } from '../platform/http-client/http-out.ts';
import { createGuideMeanings } from './guide-meanings.ts';
import type { ServerParts } from './server-parts.ts';

/** Models that think first are silent meanwhile, ms. */
const WRITER_TIMEOUT = { firstTokenTimeout: 120_000, idleTimeout: 30_000 } as const;

/** The real parts: WebRTC, speech and the guide, all on this machine. */
export function createLocalParts(): ServerParts {
  const { assistant, knowledge, facts } = readBrandContent();
  const guideMeanings = createGuideMeanings(knowledge);
  let factSource: KnowledgeSource | null = null;
  let productGuide: Model | null = null;
  const openProductGuide = () => {
    productGuide ??= createGuideModel({ base: knowledge, meanings: guideMeanings.meanings });
    return productGuide;
  };
  return {
    async loadSpeech(options) {
      const loading = createLocalEngines(options);
      // Its index takes a moment to build: better while the engines' threads start than in the first call.
      openProductGuide();
      const engines = await loading;
      // Not before callers can be heard.
      guideMeanings.learn(options);
      return {
        ...engines,
        async close() {
          await Promise.all([guideMeanings.close(), engines.close()]);
        },
      };
    },
    createMedia: createIsolatedMediaEngine,
    async createLivekit(options) {
      // Its native client is loaded by the process it starts, and by nothing else.
      const { checkLivekit, createIsolatedLivekitEngine } = await import('@kindling/media-livekit');
      const engine = await createIsolatedLivekitEngine(options);
      return { engine, check: () => checkLivekit(options) };
    },
    async createEgress(access, bucket) {
      const { createLivekitEgress } = await import('@kindling/media-livekit');
      return createLivekitEgress(access, bucket);
    },
    createConversation,
    createHttpOut,
    models: {
      guide: (options) =>
        options === undefined
          ? openProductGuide()
          : createGuideModel({ base: knowledge, meanings: guideMeanings.meanings, ...options }),
      facts() {
        // Its index takes a moment to build: only where a language model asks for it.
        factSource ??= createEntrySource(facts, { meanings: guideMeanings.meanings });
        return factSource;
      },
      anthropic: ({ baseUrl, apiKey, model }, fetch) =>
        withSpokenStyle(createAnthropicModel({ baseUrl, model, fetch, apiKey: apiKey ?? '' })),
      openAi: ({ baseUrl, apiKey, model }, fetch) =>
        withSpokenStyle(
          createOpenAiModel({
            baseUrl,
            model,
            ...(apiKey !== null && { apiKey }),
            ...(fetch !== undefined && { fetch }),
          }),
        ),
      writer: ({ baseUrl, apiKey, model }, fetch) =>
        createOpenAiModel({
          baseUrl,
          model,
          ...WRITER_TIMEOUT,
          ...(apiKey !== null && { apiKey }),
          ...(fetch !== undefined && { fetch }),
        }),
      anthropicWriter: ({ baseUrl, apiKey, model }, fetch) =>
        createAnthropicModel({ baseUrl, model, fetch, ...WRITER_TIMEOUT, apiKey: apiKey ?? '' }),
    },
    defaultAssistant: assistant,
    clock: createSystemClock(),
  };
}
