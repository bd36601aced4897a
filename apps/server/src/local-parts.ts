import {
  createConversation,
  createGuideModel,
  createLocalEngines,
  createOpenAiModel,
  createSystemClock,
  defaultAssistant,
  withSpokenStyle,
} from '@kindling/conversation';
import { createMediaEngine } from '@kindling/media';
import type { ServerParts } from './server-parts.ts';

/** The real parts: WebRTC, speech and the guide, all on this machine. */
export function createLocalParts(): ServerParts {
  return {
    loadSpeech: createLocalEngines,
    createMedia: createMediaEngine,
    createConversation,
    models: {
      guide: () => createGuideModel(),
      openAi: ({ baseUrl, apiKey, model }) =>
        withSpokenStyle(createOpenAiModel({ baseUrl, model, ...(apiKey !== null && { apiKey }) })),
    },
    defaultAssistant,
    clock: createSystemClock(),
  };
}
