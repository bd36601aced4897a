import { createGuideModel, type Model } from '@kindling/conversation';
import type { AssistantCreate } from '@kindling/protocol';
import type { Clock } from '@kindling/protocol/clock';
import type { ServerParts } from '../../src/main/server-parts.ts';
import type { SpeechEngines } from '../../src/modules/assistants/runtime/engines.ts';
import { readBrandContent } from '../../src/platform/config/brand-content.ts';
import type { LlmConfig } from '../../src/platform/config/config.ts';
import { createHttpOut, type HttpRequest } from '../../src/platform/http-client/http-out.ts';
import { createFakeConversations, type FakeConversations } from '../calls/fake-conversation.ts';
import { createScriptedModel, type ScriptedModel } from '../calls/scripted-model.ts';
import { createFakeMedia, type FakeMedia } from '../rooms/fake-media.ts';

/** Read once: every test makes its own guide. */
const { knowledge } = readBrandContent();

export interface FakeParts extends ServerParts {
  readonly media: FakeMedia;
  readonly conversations: FakeConversations;
  /** Endpoints that OpenAI-compatible models were made for. */
  readonly endpoints: readonly LlmConfig[];
  readonly speechClosed: () => boolean;
  /** Every assistant's model: the guide, and whatever endpoint. */
  readonly model: ScriptedModel;
  /** What a model of an endpoint fails with; null: it answers. @default null */
  failing: (endpoint: LlmConfig) => Error | null;
  /** What a model of an endpoint says that an answer took. @default null: nothing */
  usage: { readonly promptTokens: number; readonly completionTokens: number } | null;
  /** JSON that a provider answers from now on; null lets the request out. @default null */
  providerAnswer: (request: HttpRequest) => unknown;
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
  const model = createScriptedModel('kindling');
  let speechClosed = false;
  const hosted = (endpoint: LlmConfig, provider: string): Model => ({
    ...model,
    provider,
    async *respond(request) {
      const error = parts.failing(endpoint);
      if (error !== null) throw error;
      yield* model.respond(request);
      if (parts.usage) request.onUsage?.({ provider, model: endpoint.model, ...parts.usage });
    },
  });
  const parts: FakeParts = {
    media,
    model,
    providerAnswer: () => null,
    failing: () => null,
    usage: null,
    conversations,
    endpoints,
    speechClosed: () => speechClosed,
    loadSpeech: async () =>
      createSilentSpeech(() => {
        speechClosed = true;
      }),
    createMedia: () => media,
    createLivekit: async () => ({ engine: media, check: async () => undefined }),
    createEgress: () => Promise.reject(new Error('This test has no LiveKit Egress.')),
    createConversation: conversations.create,
    createHttpOut(options) {
      const real = createHttpOut(options);
      return {
        ...real,
        async send(request) {
          const answer = parts.providerAnswer(request);
          if (answer === null) return real.send(request);
          return { status: 200, headers: {}, text: JSON.stringify(answer) };
        },
      };
    },
    models: {
      // Over an assistant's own files the guide itself answers: it is as fixed as a fake.
      guide: (options) =>
        options?.knowledge === undefined
          ? model
          : createGuideModel({ base: knowledge, ...options }),
      anthropic(endpoint) {
        endpoints.push(endpoint);
        return hosted(endpoint, 'anthropic');
      },
      openAi(endpoint) {
        endpoints.push(endpoint);
        return hosted(endpoint, 'openai');
      },
      facts: () => ({ find: async () => ({ say: null, passages: [] }) }),
      writer(endpoint, fetch) {
        if (fetch !== undefined) endpoints.push(endpoint);
        return { ...model, provider: 'openai' };
      },
      anthropicWriter(endpoint) {
        endpoints.push(endpoint);
        return { ...model, provider: 'anthropic' };
      },
    },
    defaultAssistant: testAssistant,
    clock,
  };
  return parts;
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
