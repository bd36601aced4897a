import { type Clock, createSystemClock, preloadVoiceCall } from '@kindling/call';
import { CallControls } from './call/call-controls.ts';
import {
  type CallTarget,
  type CreatedCall,
  type JoinableCall,
  requestCall,
} from './call/call-request.ts';
import { errorMessage } from './call/error-message.ts';
import { isMobileDevice } from './call/mobile-device.ts';
import { findSharedCall } from './call/shared-call.ts';
import { startCall } from './call/start-call.ts';
import { StartProgress } from './call/start-progress.ts';
import type { CallSettings } from './microphone/microphone-permission.ts';
import type { StartContext } from './vapi-events.ts';

/** How long the server may take to end a call that was asked to end. */
const END_TIMEOUT = 2_000;

/**
 * A voice assistant in the page. Nothing happens before `start`; one call at a time,
 * as many one after another as wished. Clients of the same token at the same address
 * share the call where one of them is a mere copy, made by a component that rendered again.
 */
export class Vapi extends CallControls {
  readonly #token: string;
  readonly #baseUrl: string;
  readonly #settings: CallSettings;
  readonly #clock: Clock;

  /**
   * @param apiToken a public key, or any token that may create calls
   * @param apiBaseUrl of the API; the page's own origin when left out
   * @param dailyCallConfig advanced settings of the call object, its `dailyConfig`
   * @param dailyCallObject which microphone and camera a call begins with, and whether muted
   */
  constructor(
    apiToken: string,
    apiBaseUrl?: string,
    dailyCallConfig: NonNullable<CallSettings['dailyConfig']> = {},
    dailyCallObject: Omit<CallSettings, 'dailyConfig'> = {},
    clock = createSystemClock(),
  ) {
    const baseUrl = resolveBaseUrl(apiBaseUrl);
    super(findSharedCall(apiToken, baseUrl));
    this.#token = apiToken;
    this.#baseUrl = baseUrl;
    this.#settings = { ...dailyCallObject, dailyConfig: dailyCallConfig };
    this.#clock = clock;
  }

  /**
   * Fetches what a call needs ahead of it: code alone.
   *
   * @throws when it cannot be had
   */
  static preload(): Promise<unknown> {
    return preloadVoiceCall();
  }

  /**
   * Calls an assistant, squad or workflow, each by id or as an object. Asks for the
   * microphone first. Resolves with the created call, or null when a call is running or
   * was stopped meanwhile; rejects with what failed (a refused microphone is a `NotAllowedError`).
   */
  async start(
    assistant?: CallTarget['assistant'],
    assistantOverrides?: CallTarget['assistantOverrides'],
    squad?: CallTarget['squad'],
    workflow?: CallTarget['workflow'],
    workflowOverrides?: CallTarget['workflowOverrides'],
    options?: CallTarget['options'],
  ): Promise<CreatedCall | null> {
    const whom = { assistant, squad, workflow };
    const target = { ...whom, assistantOverrides, workflowOverrides, options };
    if (!assistant && !squad && !workflow) {
      throw this.#rejectStart('Assistant or Squad or Workflow must be provided.');
    }
    return this.#run(describeTarget(target), (signal) =>
      requestCall(target, { token: this.#token, baseUrl: this.#baseUrl, signal }),
    );
  }

  /**
   * Joins a call again that was left and still runs, as after a reload of the page. Takes what
   * `start` resolved with; resolves and rejects as `start` does.
   */
  async reconnect<C extends JoinableCall>(webCall: C): Promise<C | null> {
    if (!webCall?.webCallUrl)
      throw this.#rejectStart('reconnect() needs the webCallUrl of a call.');
    return this.#run(describeTarget({}), async () => webCall, 'again');
  }

  /** Hangs up, also while starting. */
  stop(): void {
    const { shared } = this;
    const { running, session } = shared;
    if (running === null || !shared.mayHandle(this)) return;
    running.abort();
    session?.end('customer-ended-call');
    shared.release(running);
  }

  /** Asks the server to end the call, so that it is stored as ended; hangs up when nothing comes of it. */
  end(): void {
    const { session } = this;
    if (!session?.joined) {
      this.stop();
      return;
    }
    session.send({ type: 'end-call' });
    this.#clock.schedule(END_TIMEOUT, () => session.end('customer-ended-call'));
  }

  async #run<C extends JoinableCall>(
    target: Omit<StartContext, 'isMobile'>,
    createCall: (signal: AbortSignal) => Promise<C>,
    joins: 'first' | 'again' = 'first',
  ): Promise<C | null> {
    const { shared, notify } = this;
    const progress = new StartProgress(this.#clock, notify);
    if (shared.running !== null) {
      const metadata = { reason: 'already-started' };
      progress.report({ stage: 'validation', status: 'failed', metadata });
      return null;
    }
    const running = new AbortController();
    const { signal } = running;
    shared.running = running;
    shared.owner = this;
    // Fetched while the person decides about the microphone; join reports a failure.
    Vapi.preload().catch(() => {});
    const isMobile = isMobileDevice();
    try {
      const created = await startCall({
        progress,
        signal,
        isMobile,
        joins,
        emit: notify,
        metadata: { ...target },
        createCall: () => createCall(signal),
        baseUrl: this.#baseUrl,
        settings: this.#settings,
        clock: this.#clock,
        onSession: (session) => {
          shared.session = session;
          session.players.setVolume(this.outputVolume);
        },
        onEnded: () => shared.release(running),
      });
      if (signal.aborted) return created;
      if (this.#observesMicrophone()) shared.session?.observeMicrophone();
      const { totalDuration } = progress;
      notify('call-start-success', {
        totalDuration,
        callId: created.id ?? 'unknown',
        timestamp: now(),
      });
      return created;
    } catch (error) {
      const stopped = signal.aborted;
      if (shared.running === running) shared.session?.end('pipeline-error');
      shared.release(running);
      if (stopped) return null;
      this.#reportFailure(error, progress, { ...target, isMobile });
      throw error;
    }
  }

  #observesMicrophone(): boolean {
    return this.shared.listener(this).listenerCount('local-volume-level') > 0;
  }

  #rejectStart(message: string): Error {
    const stage = 'input-validation';
    this.notify('error', { type: 'validation-error', stage, message, timestamp: now() });
    return new Error(message);
  }

  #reportFailure(error: unknown, progress: StartProgress, context: StartContext): void {
    const { stage, totalDuration } = progress;
    const failure = { stage, totalDuration, timestamp: now(), context };
    const errorStack = error instanceof Error ? error.stack : undefined;
    this.notify('call-start-failed', { ...failure, error: String(error), errorStack });
    this.notify('error', {
      ...failure,
      type: 'start-method-error',
      message: errorMessage(error),
      error,
    });
  }
}

function describeTarget({ assistant, squad, workflow }: CallTarget) {
  return {
    hasAssistant: Boolean(assistant),
    hasSquad: Boolean(squad),
    hasWorkflow: Boolean(workflow),
  };
}

function now(): string {
  return new Date().toISOString();
}

function resolveBaseUrl(apiBaseUrl: string | undefined): string {
  const page = typeof location === 'undefined' ? undefined : location.href;
  // Left relative where there is no page: nothing is fetched before start.
  if (page === undefined) return apiBaseUrl ?? '';
  // Empty is the page's origin, too: as a relative address it would be the page itself, with its query.
  return new URL(apiBaseUrl || '/', page).href;
}
