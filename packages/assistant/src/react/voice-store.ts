import type { Clock } from '@kindling/call';
import { RESPONDING_TO_IDLE, THINKING_TO_IDLE } from '@kindling/protocol/constants';
import { listenToClient } from './listen-to-client.ts';
import type { LoadClient, VoiceClient, VoiceConfig } from './voice-client.ts';
import { describeStartFailure, VoiceSetupError } from './voice-errors.ts';
import { createVoiceState, reduceVoice, type VoiceAction, type VoiceState } from './voice-state.ts';

/** How a call is held. */
export interface StartCallOptions {
  /** False: nothing is asked for, and the person types. @default true */
  readonly microphone?: boolean;
}

export interface VoiceStoreOptions {
  /** Called at each start; rejects when the configuration cannot be had. */
  readonly loadConfig: () => Promise<VoiceConfig>;
  readonly loadClient: LoadClient;
  readonly clock: Clock;
  /** Epoch milliseconds, for what is shown. */
  readonly now: () => number;
  readonly assistantName?: string;
  readonly isTranscriptionEnabled?: boolean;
}

/** The server hears at most so often that the person writes, ms. */
const TYPING_INTERVAL = 5_000;

/** Says what the conversation is doing now: its timing starts anew. */
function isTimed(action: VoiceAction, { knowsSpeakers }: VoiceState): boolean {
  switch (action.type) {
    case 'speech-started':
    case 'speech-ended':
      return !knowsSpeakers;
    case 'said':
      return !knowsSpeakers && action.entry.role === 'assistant';
    case 'start-requested':
    case 'start-failed':
    case 'client-failed':
    case 'call-ended':
    case 'end-requested':
    case 'speaker-changed':
      return true;
    default:
      return false;
  }
}

/** The voice call of a page: its state, and what a person can do. Nothing is loaded before `startCall`. */
export class VoiceStore {
  readonly #options: VoiceStoreOptions;
  readonly #listeners = new Set<() => void>();
  #state: VoiceState;
  #client: VoiceClient | null = null;
  #clientKey = '';
  /** Counts starts and ends: what belongs to an earlier one is dropped. */
  #attempt = 0;
  #starting = false;
  /** Counts choices of a microphone: the last one settles. */
  #choice = 0;
  /** When the server was last told that the person writes. */
  #typedAt = 0;
  #cancelTimer = () => {};

  constructor(options: VoiceStoreOptions) {
    this.#options = options;
    this.#state = createVoiceState(options);
  }

  /** The same object until something changes. */
  readonly getState = (): VoiceState => this.#state;

  /** Calls back after every change; the returned function ends that. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Loads what a call needs, and nothing else happens. Never rejects: `startCall` says what is wrong. */
  readonly preload = async (): Promise<void> => {
    const { loadConfig, loadClient } = this.#options;
    const client = loadClient().then((module) => module.default.preload?.());
    await Promise.allSettled([loadConfig(), client]);
  };

  /** Resolves when the call is joined or has failed; how it went is in the state. */
  readonly startCall = async ({ microphone = true }: StartCallOptions = {}): Promise<void> => {
    const { callState } = this.#state;
    if (callState !== 'idle' && callState !== 'error') return;
    this.#attempt += 1;
    const attempt = this.#attempt;
    this.#dispatch({ type: 'start-requested', microphone });
    this.#starting = true;
    try {
      const prepared = await this.#prepare(microphone);
      if (prepared === null || attempt !== this.#attempt) return;
      const call = await prepared.client.start(prepared.config.assistantId);
      if (attempt === this.#attempt && call === null) throw new Error('');
    } catch (error) {
      if (attempt !== this.#attempt) return;
      this.#dispatch({ type: 'start-failed', message: describeStartFailure(error) });
    } finally {
      if (attempt === this.#attempt) this.#starting = false;
    }
  };

  /** Hangs up, also while connecting; an error that is shown is cleared. */
  readonly endCall = (): void => {
    this.#attempt += 1;
    this.#starting = false;
    this.#client?.stop();
    this.#dispatch({ type: 'end-requested' });
  };

  /** Mutes or unmutes; nothing happens outside a call, or without a microphone. */
  readonly toggleMute = (): void => {
    if (this.#state.startedAt === null || !this.#state.hasMicrophone) return;
    const muted = !this.#state.isMuted;
    this.#client?.setMuted(muted);
    this.#dispatch({ type: 'muted', muted });
  };

  /** Switches to another microphone, or to the default one (null), also in a call that began without. */
  readonly chooseMicrophone = async (id: string | null): Promise<void> => {
    const client = this.#client;
    if (client === null || this.#state.startedAt === null) return;
    const attempt = this.#attempt;
    this.#choice += 1;
    const choice = this.#choice;
    this.#dispatch({ type: 'microphone-wanted', id });
    // One that was lost while muted is wanted to be heard.
    if (this.#state.isMuted && !this.#state.hasMicrophone) {
      client.setMuted(false);
      this.#dispatch({ type: 'muted', muted: false });
    }
    // What goes wrong arrives as camera-error.
    await client.setInputDevicesAsync({ audioDeviceId: id }).catch(() => {});
    if (attempt !== this.#attempt || choice !== this.#choice) return;
    this.#dispatch({ type: 'microphone-settled', at: this.#options.now() });
  };

  /** While the person writes, as often as they press a key: the assistant waits for them. */
  readonly noteTyping = (): void => {
    const now = this.#options.now();
    if (this.#state.startedAt === null || now - this.#typedAt < TYPING_INTERVAL) return;
    this.#typedAt = now;
    this.#client?.send({ type: 'typing' });
  };

  /** A typed turn; the assistant answers aloud. */
  readonly sendText = (text: string): void => {
    const content = text.trim();
    if (content === '' || this.#state.startedAt === null) return;
    this.#client?.send({ type: 'add-message', message: { role: 'user', content } });
  };

  /** Off: nothing that is said is kept, and what was kept of this call is dropped. */
  readonly setTranscriptionEnabled = (enabled: boolean): void => {
    this.#dispatch({ type: 'transcription-switched', enabled });
  };

  /** Ends what is running; the store can be used again, as React's strict mode does. */
  readonly dispose = (): void => {
    if (this.#state.callState !== 'idle') this.endCall();
    this.#cancelTimer();
    this.#client?.removeAllListeners();
    this.#client = null;
    this.#clientKey = '';
  };

  /** Null: given up meanwhile; a client that a later start listens to stays. */
  async #prepare(
    microphone: boolean,
  ): Promise<{ config: VoiceConfig; client: VoiceClient } | null> {
    const attempt = this.#attempt;
    const [config, module] = await Promise.all([
      this.#options.loadConfig(),
      this.#options.loadClient(),
    ]).catch((cause: unknown) => {
      throw new VoiceSetupError('Failed to initialize AI agent service.', { cause });
    });
    const { publicKey, assistantId, assistantName, apiUrl } = config;
    if (!publicKey || !assistantId) throw new VoiceSetupError('Vapi not initialized');
    if (attempt !== this.#attempt) return null;
    if (assistantName !== undefined) this.#dispatch({ type: 'named', assistantName });
    const key = JSON.stringify([publicKey, apiUrl, microphone]);
    if (this.#client === null || this.#clientKey !== key) {
      this.#client?.removeAllListeners();
      try {
        const audio = microphone ? {} : { audioSource: false };
        this.#client = new module.default(publicKey, apiUrl, undefined, audio);
      } catch (cause) {
        throw new VoiceSetupError('Failed to initialize AI agent service.', { cause });
      }
      this.#clientKey = key;
      listenToClient(this.#client, {
        now: this.#options.now,
        dispatch: (action) => this.#dispatch(action),
        isStarting: () => this.#starting,
        onStarted: () => {
          this.#starting = false;
        },
      });
    }
    return { config, client: this.#client };
  }

  #dispatch(action: VoiceAction): void {
    const before = this.#state;
    this.#state = reduceVoice(before, action);
    if (isTimed(action, this.#state)) this.#restartTimer(action);
    if (this.#state === before) return;
    for (const listener of [...this.#listeners]) listener();
  }

  #restartTimer(action: VoiceAction): void {
    const { conversationState } = this.#state;
    this.#cancelTimer();
    this.#cancelTimer = () => {};
    if (conversationState === 'thinking') this.#after(THINKING_TO_IDLE, 'thinking-elapsed');
    // A server that says that the assistant speaks also says when it stops.
    if (conversationState === 'responding' && action.type !== 'speaker-changed') {
      this.#after(RESPONDING_TO_IDLE, 'responding-elapsed');
    }
  }

  #after(delay: number, type: 'thinking-elapsed' | 'responding-elapsed'): void {
    this.#cancelTimer = this.#options.clock.schedule(delay, () => this.#dispatch({ type }));
  }
}
