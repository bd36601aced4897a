import type {
  Conversation,
  ConversationOptions,
  EncoderModel,
  LocalEnginesOptions,
} from '@kindling/conversation';
import type { MediaEngine, MediaEngineOptions } from '@kindling/media';
import type { LivekitEgress } from '@kindling/media-livekit';
import type { AssistantCreate } from '@kindling/protocol';
import type { Clock } from '@kindling/protocol/clock';
import type { ModelFactories, SpeechEngines } from '../modules/assistants/runtime/engines.ts';
import type { LivekitConfig, LivekitMeetings } from '../platform/config/livekit-config.ts';
import type { HttpOut, HttpOutOptions } from '../platform/http-client/http-out.ts';
import type { S3Settings } from '../platform/storage/s3-settings.ts';

export interface LoadSpeechOptions
  extends Pick<
    LocalEnginesOptions,
    'voices' | 'recognisers' | 'turnModels' | 'onFallback' | 'onRecogniserLost' | 'onTurnModelLost'
  > {
  readonly cacheFolder: string;
  /** Better sentence encoders than the one that npm brings; the first is used. @default none */
  readonly encoders?: readonly EncoderModel[];
  /** A sentence encoder cannot be used, and the one that npm brings is. */
  readonly onEncoderLost?: (name: string, error: unknown) => void;
}

export interface LivekitOptions
  extends LivekitConfig,
    Required<Pick<MediaEngineOptions, 'onFault'>> {
  /** @default voice calls */
  readonly meetings?: LivekitMeetings;
}

export interface OpenedLivekit {
  readonly engine: MediaEngine;
  /** Rejects where LiveKit does not answer, or refuses the key. */
  check(): Promise<void>;
}

/** What the server is put together from; tests give their own. */
export interface ServerParts {
  /** `cacheFolder` is this server's own: what is derived from the weights may be kept there. */
  readonly loadSpeech: (options: LoadSpeechOptions) => Promise<SpeechEngines>;
  readonly createMedia: (options: MediaEngineOptions) => MediaEngine | Promise<MediaEngine>;
  /** Loads LiveKit's client: asked only where it is configured. */
  readonly createLivekit: (options: LivekitOptions) => Promise<OpenedLivekit>;
  /** Asked only where it is configured. */
  readonly createEgress: (access: LivekitConfig, bucket: S3Settings) => Promise<LivekitEgress>;
  readonly createConversation: (options: ConversationOptions) => Conversation;
  readonly models: ModelFactories;
  /** What providers, and addresses that users name, are asked with. */
  readonly createHttpOut: (options: HttpOutOptions) => HttpOut;
  /** Seeded into an empty database. */
  readonly defaultAssistant: AssistantCreate;
  readonly clock: Clock;
}
