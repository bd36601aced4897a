import {
  createConversation,
  createEntrySource,
  createGuideModel,
  createLocalEngines,
  createOpenAiModel,
  type KnowledgeSource,
  withSpokenStyle,
} from '@kindling/conversation';
import { createIsolatedMediaEngine } from '@kindling/media';
import { createSystemClock } from '@kindling/protocol/clock';
import { readBrandContent } from '../platform/config/brand-content.ts';
import { createHttpOut } from '../platform/http-client/http-out.ts';
import type { ServerParts } from './server-parts.ts';

/** Models that think first are silent meanwhile, ms. */
const WRITER_TIMEOUT = { firstTokenTimeout: 120_000, idleTimeout: 30_000 } as const;

/** The real parts: WebRTC, speech and the guide, all on this machine. */
export function createLocalParts(): ServerParts {
  const { assistant, knowledge, facts } = readBrandContent();
  let factSource: KnowledgeSource | null = null;
  return {
    loadSpeech: createLocalEngines,
    createMedia: createIsolatedMediaEngine,
    createConversation,
    createHttpOut,
    models: {
      guide: (options) => createGuideModel({ base: knowledge, ...options }),
      facts() {
        // Its index takes a moment to build: only where a language model asks for it.
        factSource ??= createEntrySource(facts);
        return factSource;
      },
      openAi: ({ baseUrl, apiKey, model }, fetch) =>
        withSpokenStyle(
          createOpenAiModel({
            baseUrl,
            model,
            ...(apiKey !== null && { apiKey }),
            ...(fetch !== undefined && { fetch }),
          }),
        ),
      writer: ({ baseUrl, apiKey, model }) =>
        createOpenAiModel({
          baseUrl,
          model,
          ...WRITER_TIMEOUT,
          ...(apiKey !== null && { apiKey }),
        }),
    },
    defaultAssistant: assistant,
    clock: createSystemClock(),
  };
}
