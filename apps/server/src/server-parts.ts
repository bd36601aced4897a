import type { Clock, Conversation, ConversationOptions } from '@kindling/conversation';
import type { MediaEngine, MediaEngineOptions } from '@kindling/media';
import type { AssistantCreate } from '@kindling/protocol';
import type { ModelFactories, SpeechEngines } from './calls/engines.ts';

/** What the server is put together from; tests give their own. */
export interface ServerParts {
  /** `cacheFolder` is this server's own: what is derived from the weights may be kept there. */
  readonly loadSpeech: (options: { readonly cacheFolder: string }) => Promise<SpeechEngines>;
  readonly createMedia: (options: MediaEngineOptions) => MediaEngine | Promise<MediaEngine>;
  readonly createConversation: (options: ConversationOptions) => Conversation;
  readonly models: ModelFactories;
  /** Seeded into an empty database. */
  readonly defaultAssistant: AssistantCreate;
  readonly clock: Clock;
}
