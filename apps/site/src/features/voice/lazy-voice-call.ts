import type { StartCallOptions, VoiceCall } from '@kindling/assistant/react';

/** Loads the voice call and passes it to `connect`; rejects when the code cannot be loaded. */
type Bring = () => Promise<unknown>;

/**
 * Stands in for the voice call: idle, with nothing of the call loaded, until it is first used.
 * From then on it mirrors the call's state.
 */
export class LazyVoiceCall {
  readonly #listeners = new Set<() => void>();
  #bring: Bring = () => Promise.resolve();
  #call: VoiceCall | null = null;
  #coming: PromiseWithResolvers<VoiceCall> | null = null;
  #shown: VoiceCall;
  /** Counts starts and ends before the call is loaded: results of an earlier attempt are dropped. */
  #attempt = 0;
  #starting = false;

  constructor() {
    this.#shown = this.#waiting('idle');
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly read = (): VoiceCall => this.#shown;

  readonly loadWith = (bring: Bring): void => {
    this.#bring = bring;
  };

  /** Called with the call's state at every change; null when it is unmounted. */
  readonly connect = (call: VoiceCall | null): void => {
    this.#call = call;
    if (call) this.#coming?.resolve(call);
    this.#coming = null;
    // While a start waits, the next change is that start.
    if (!this.#starting) this.#show(call ?? this.#waiting('idle'));
  };

  async #start(options: StartCallOptions = {}): Promise<void> {
    if (this.#starting) return;
    this.#starting = true;
    this.#attempt += 1;
    const attempt = this.#attempt;
    this.#show(this.#waiting('connecting', options));
    try {
      const call = await this.#arrival();
      if (attempt !== this.#attempt) return;
      this.#starting = false;
      await call.startCall(options);
    } catch (error) {
      if (attempt !== this.#attempt) return;
      this.#starting = false;
      console.error('The voice call could not be loaded', error);
      this.#show({
        ...this.#waiting('error'),
        error: 'Failed to initialize AI agent service.',
        failure: 'other',
      });
    }
  }

  async #arrival(): Promise<VoiceCall> {
    if (this.#call) return this.#call;
    if (this.#coming) return this.#coming.promise;
    const coming = Promise.withResolvers<VoiceCall>();
    this.#coming = coming;
    this.#bring().catch((error: unknown) => {
      this.#coming = null;
      coming.reject(error);
    });
    return coming.promise;
  }

  #end(): void {
    this.#attempt += 1;
    this.#starting = false;
    this.#show(this.#call ?? this.#waiting('idle'));
  }

  #show(call: VoiceCall): void {
    this.#shown = call;
    for (const listener of [...this.#listeners]) listener();
  }

  /** The state of a call that is not loaded yet. */
  #waiting(
    callState: VoiceCall['callState'],
    { microphone = true }: StartCallOptions = {},
  ): VoiceCall {
    return {
      ...NOTHING_YET,
      callState,
      isConnecting: callState === 'connecting',
      hasMicrophone: microphone,
      preload: async () => {
        // Only a start reports failures.
        const call = await this.#arrival().catch(() => null);
        await call?.preload();
      },
      startCall: (options) => this.#start(options),
      endCall: () => this.#end(),
      toggleMute: () => this.#call?.toggleMute(),
      chooseMicrophone: async (id) => this.#call?.chooseMicrophone(id),
      noteTyping: () => this.#call?.noteTyping(),
      sendText: (text) => this.#call?.sendText(text),
      setTranscriptionEnabled: (enabled) => this.#call?.setTranscriptionEnabled(enabled),
    };
  }
}

const NOTHING_YET = {
  conversationState: 'idle',
  error: null,
  failure: null,
  isInWriting: false,
  unsent: null,
  isInCall: false,
  isAiSpeaking: false,
  isMuted: false,
  volume: 0,
  assistantName: '',
  isTranscriptionEnabled: true,
  transcripts: [],
  partialTranscript: null,
  lastTranscripts: [],
  startedAt: null,
  endsAt: null,
  lastDuration: null,
  endReason: null,
  reference: null,
  microphones: [],
  microphoneId: null,
  note: null,
} as const satisfies Partial<VoiceCall>;
