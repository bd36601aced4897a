import type { Clock } from '@kindling/call';
import type { NoticeAcceptance } from '@kindling/protocol';
import { RESPONDING_TO_IDLE, THINKING_TO_IDLE } from '@kindling/protocol/constants';
import { isTimed } from './is-timed.ts';
import { listenToClient } from './listen-to-client.ts';
import type {
  LoadClient,
  LoadWriting,
  VoiceClient,
  VoiceConfig,
  WrittenConversation,
} from './voice-client.ts';
import {
  classifyStartFailure,
  describeStartFailure,
  NoWebRtcError,
  VoiceSetupError,
} from './voice-errors.ts';
import { createVoiceState, reduceVoice, type VoiceAction, type VoiceState } from './voice-state.ts';

/** How a call is held. */
export interface StartCallOptions {
  /** False: nothing is asked for, and the person types. @default true */
  readonly microphone?: boolean;
  /** Which notice the person accepted, and when; holds for later starts that name none. */
  readonly noticeAcceptance?: NoticeAcceptance;
}

export interface VoiceStoreOptions {
  /** Called at each start; rejects when the configuration cannot be had. */
  readonly loadConfig: () => Promise<VoiceConfig>;
  readonly loadClient: LoadClient;
  /** Brings what holds a conversation in writing; asked for only where a call cannot be. */
  readonly loadWriting: LoadWriting;
  /** False: no call can be made in this browser. */
  readonly hasWebRtc: () => boolean;
  readonly clock: Clock;
  /** Epoch milliseconds, for what is shown. */
  readonly now: () => number;
  readonly assistantName?: string;
  readonly isTranscriptionEnabled?: boolean;
}

/** The server hears at most so often that the person writes, ms. */
const TYPING_INTERVAL = 5_000;

/** The voice call of a page: its state, and what a person can do. Nothing is loaded before `startCall`. */
export class VoiceStore {
  readonly #options: VoiceStoreOptions;
  readonly #listeners = new Set<() => void>();
  #state: VoiceState;
  #client: VoiceClient | null = null;
  #clientKey = '';
  #writing: WrittenConversation | null = null;
  /** No call got through here: who types next need not wait for that again. */
  #blocked = false;
  /** Counts starts and ends: callbacks of an earlier call are dropped. */
  #attempt = 0;
  #starting = false;
  #isTyped = false;
  #accepted: Pick<StartCallOptions, 'noticeAcceptance'> = {};
  /** Counts choices of a microphone: the last one settles. */
  #choice = 0;
  /** When the server was last notified that the user is typing. */
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
  readonly startCall = async (options: StartCallOptions = {}): Promise<void> => {
    const { microphone = true, ...accepted } = options;
    const { callState } = this.#state;
    if (callState !== 'idle' && callState !== 'error') return;
    this.#accepted = { ...this.#accepted, ...accepted };
    this.#attempt += 1;
    const attempt = this.#attempt;
    this.#dispatch({ type: 'start-requested', microphone });
    this.#starting = true;
    this.#isTyped = !microphone;
    try {
      if (!microphone && (this.#blocked || !this.#options.hasWebRtc())) await this.#write();
      else await this.#call(microphone);
    } catch (error) {
      if (attempt !== this.#attempt) return;
      const failure = classifyStartFailure(error);
      if (failure === 'connection') this.#blocked = true;
      const message = describeStartFailure(error);
      this.#dispatch({ type: 'start-failed', message, failure });
    } finally {
      if (attempt === this.#attempt) this.#starting = false;
    }
  };

  async #call(microphone: boolean): Promise<void> {
    const attempt = this.#attempt;
    if (!this.#options.hasWebRtc()) throw new NoWebRtcError();
    try {
      const prepared = await this.#prepare(microphone);
      if (prepared === null || attempt !== this.#attempt) return;
      const { assistantId } = prepared.config;
      const none = undefined;
      const call = await prepared.client.start(assistantId, none, none, none, none, this.#accepted);
      if (attempt === this.#attempt && call === null) throw new Error('');
    } catch (error) {
      if (attempt !== this.#attempt || microphone || classifyStartFailure(error) !== 'connection')
        throw error;
      this.#blocked = true;
      await this.#write();
    }
  }

  /**
   * Who types gets a call where one can be made, for then the assistant answers aloud too. Where WebRTC is
   * missing or blocked, as by a school's firewall, the same conversation is held in writing, over HTTP.
   */
  async #write(): Promise<void> {
    const attempt = this.#attempt;
    const { loadConfig, loadWriting, clock, now } = this.#options;
    const [given, module] = await orSetupError(Promise.all([loadConfig(), loadWriting()]));
    if (attempt !== this.#attempt) return;
    const config = this.#accept(given);
    this.#writing = module.createWrittenConversation({
      config,
      ...this.#accepted,
      clock,
      now,
      dispatch: (action) => attempt === this.#attempt && this.#dispatch(action),
    });
    this.#writing.start();
  }

  /** Hangs up, also while connecting; an error that is shown is cleared. */
  readonly endCall = (): void => {
    this.#writing?.stop();
    this.#writing = null;
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
    if (client === null || this.#state.startedAt === null || this.#state.isInWriting) return;
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
    if (this.#state.startedAt === null || this.#state.isInWriting) return;
    if (now - this.#typedAt < TYPING_INTERVAL) return;
    this.#typedAt = now;
    this.#client?.send({ type: 'typing' });
  };

  /** A typed turn; the assistant answers aloud, or in writing where there is no call. */
  readonly sendText = (text: string): void => {
    const content = text.trim();
    if (content === '' || this.#state.startedAt === null) return;
    if (this.#state.isInWriting) this.#writing?.send(content);
    else this.#client?.send({ type: 'add-message', message: { role: 'user', content } });
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

  /** Null: cancelled meanwhile; a client that a later start listens to is kept. */
  async #prepare(
    microphone: boolean,
  ): Promise<{ config: VoiceConfig; client: VoiceClient } | null> {
    const attempt = this.#attempt;
    const { loadConfig, loadClient } = this.#options;
    const [given, module] = await orSetupError(Promise.all([loadConfig(), loadClient()]));
    if (attempt !== this.#attempt) return null;
    const config = this.#accept(given);
    const { publicKey, apiUrl } = config;
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
        dispatch: (action) => this.#apply(action),
        isStarting: () => this.#starting,
        onStarted: () => {
          this.#starting = false;
        },
      });
    }
    return { config, client: this.#client };
  }

  #accept(config: VoiceConfig): VoiceConfig {
    const { publicKey, assistantId, assistantName } = config;
    if (!publicKey || !assistantId) throw new VoiceSetupError('Vapi not initialized');
    if (assistantName !== undefined) this.#dispatch({ type: 'named', assistantName });
    return config;
  }

  /** What the call says. One that was joined and never connected is blocked on its way. */
  #apply(action: VoiceAction): void {
    if (action.type === 'call-started') this.#blocked = false;
    const isBlocked = action.type === 'client-failed' && action.failure === 'connection';
    if (isBlocked) this.#blocked = true;
    if (!isBlocked || !this.#isTyped || this.#state.startedAt !== null) {
      this.#dispatch(action);
      return;
    }
    this.#letGoOfClient();
    const attempt = this.#attempt;
    this.#write().catch((error: unknown) => {
      if (attempt !== this.#attempt) return;
      const message = describeStartFailure(error);
      this.#dispatch({ type: 'start-failed', message, failure: classifyStartFailure(error) });
    });
  }

  #letGoOfClient(): void {
    this.#client?.removeAllListeners();
    this.#client?.stop();
    this.#client = null;
    this.#clientKey = '';
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

/** What cannot be loaded cannot be started; the message is for the person. */
function orSetupError<T>(loading: Promise<T>): Promise<T> {
  return loading.catch((cause: unknown) => {
    throw new VoiceSetupError('Failed to initialize AI agent service.', { cause });
  });
}
