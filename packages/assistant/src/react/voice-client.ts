import type { Clock } from '@kindling/call';
import type { NoticeAcceptance } from '@kindling/protocol';
import type { StartOptions } from '../call/call-request.ts';
import type { VapiClientMessage, VapiEventName, VapiEvents } from '../vapi-events.ts';
import type { VoiceAction } from './voice-state.ts';

/** What the store needs of a `Vapi`. */
export interface VoiceClient {
  on<N extends VapiEventName>(event: N, listener: (...args: VapiEvents[N]) => void): unknown;
  removeAllListeners(): unknown;
  /** Resolves with null when nothing was started. */
  start(
    assistantId: string,
    assistantOverrides?: undefined,
    squad?: undefined,
    workflow?: undefined,
    workflowOverrides?: undefined,
    options?: StartOptions,
  ): Promise<object | null>;
  stop(): void;
  send(message: VapiClientMessage): void;
  setMuted(muted: boolean): void;
  /** Null: the default microphone. */
  setInputDevicesAsync(devices: { audioDeviceId: string | null }): Promise<void>;
}

/** Whom to call, and where; as in the site's configuration. */
export interface VoiceConfig {
  readonly publicKey: string;
  readonly assistantId: string;
  readonly assistantName?: string;
  /** Of the API; the page's own origin when left out. */
  readonly apiUrl?: string;
  /** What the assistant says first, where it answers in writing. */
  readonly firstMessage?: string | undefined;
}

/** A conversation that is held in writing. */
export interface WrittenConversation {
  start(): void;
  /** Nothing happens while an answer is being written. */
  send(text: string): void;
  stop(): void;
}

export interface WritingOptions {
  readonly config: VoiceConfig;
  readonly noticeAcceptance?: NoticeAcceptance | undefined;
  readonly clock: Clock;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly dispatch: (action: VoiceAction) => void;
}

/** A module that holds conversations in writing. */
export type LoadWriting = () => Promise<{
  createWrittenConversation(options: WritingOptions): WrittenConversation;
}>;

/** A module with the client class: `() => import('@kindling/assistant')`. */
export type LoadClient = () => Promise<{ readonly default: VoiceClientClass }>;

interface VoiceClientClass {
  new (
    token: string,
    apiUrl?: string,
    dailyCallConfig?: undefined,
    dailyCallObject?: { audioSource?: boolean },
  ): VoiceClient;
  preload?(): Promise<unknown>;
}
