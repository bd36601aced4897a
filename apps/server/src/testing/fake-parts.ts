import type { Clock, Model } from '@kindling/conversation';
import type { AssistantCreate } from '@kindling/protocol';
import type { SpeechEngines } from '../calls/engines.ts';
import type { LlmConfig } from '../config.ts';
import type { ServerParts } from '../server-parts.ts';
import { createFakeConversations, type FakeConversations } from './fake-conversation.ts';
import { createFakeMedia, type FakeMedia } from './fake-media.ts';

export interface FakeParts extends ServerParts {
  readonly media: FakeMedia;
  readonly conversations: FakeConversations;
  /** Endpoints that OpenAI-compatible models were made for. */
  readonly endpoints: readonly LlmConfig[];
  readonly speechClosed: () => boolean;
}

export const testAssistant: AssistantCreate = {
  name: 'Ember',
  firstMessage: 'Hello {{visitor}}, I am an AI.',
  model: { provider: 'kindling', messages: [{ role: 'system', content: 'Guide {{visitor}}.' }] },
  voice: { provider: 'kindling', voiceId: 'slt' },
  maxDurationSeconds: 300,
};

export function createFakeParts({ clock }: { readonly clock: Clock }): FakeParts {
  const media = createFakeMedia();
  const conversations = createFakeConversations();
  const endpoints: LlmConfig[] = [];
  let speechClosed = false;
  return {
    media,
    conversations,
    endpoints,
    speechClosed: () => speechClosed,
    loadSpeech: async () =>
      createSilentSpeech(() => {
        speechClosed = true;
      }),
    createMedia: () => media,
    createConversation: conversations.create,
    models: {
      guide: () => createSilentModel('kindling'),
      openAi(endpoint) {
        endpoints.push(endpoint);
        return createSilentModel('openai');
      },
    },
    defaultAssistant: testAssistant,
    clock,
  };
}

function createSilentSpeech(onClose: () => void): SpeechEngines {
  return {
    vad: { open: () => ({ frameSamples: 512, process: () => 0, close: () => {} }) },
    transcriber: {
      provider: 'silent',
      transcribe: async () => ({ text: '' }),
      close: async () => {},
    },
    voice: {
      provider: 'silent',
      sampleRate: 16_000,
      async *synthesize() {},
      close: async () => {},
    },
    close: async () => onClose(),
  };
}

function createSilentModel(provider: string): Model {
  return { provider, async *respond() {} };
}
