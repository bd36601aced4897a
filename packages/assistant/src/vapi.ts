import {
  type CallObject,
  type Clock,
  createSystemClock,
  preloadEngine,
  TypedEmitter,
} from '@kindling/call';
import type { CallTarget, CreatedCall } from './call-request.ts';
import type { CallSession } from './call-session.ts';
import type { CallSettings } from './microphone-permission.ts';
import { isMobileDevice } from './mobile-device.ts';
import { startCall } from './start-call.ts';
import { StartProgress } from './start-progress.ts';
import type { StartContext, VapiClientMessage, VapiEvents } from './vapi-events.ts';

/** How long the server may take to end a call that was asked to end. */
const END_PATIENCE = 2_000;

type InputDevices = Parameters<CallObject['setInputDevicesAsync']>[0];
type OutputDevice = Parameters<CallObject['setOutputDeviceAsync']>[0];

/**
 * A voice assistant in the page. Nothing happens before `start`; one call at a time,
 * as many one after another as wished.
 */
export class Vapi extends TypedEmitter<VapiEvents> {
  readonly #token: string;
  readonly #baseUrl: string;
  readonly #settings: CallSettings;
  readonly #clock: Clock;
  /** From `start` until the end of its call. */
  #running: AbortController | null = null;
  #session: CallSession | null = null;

  /**
   * @param apiToken a public key, or any token that may create calls
   * @param apiBaseUrl of the API; the page's own origin when left out
   */
  constructor(
    apiToken: string,
    apiBaseUrl?: string,
    dailyCallConfig: NonNullable<CallSettings['dailyConfig']> = {},
    dailyCallObject: Omit<CallSettings, 'dailyConfig'> = {},
    clock = createSystemClock(),
  ) {
    super();
    this.#token = apiToken;
    this.#baseUrl = resolveBaseUrl(apiBaseUrl);
    this.#settings = { ...dailyCallObject, dailyConfig: dailyCallConfig };
    this.#clock = clock;
  }

  /** Fetches what a call needs ahead of it: code alone. Rejects when it cannot be had. */
  static preload(): Promise<unknown> {
    return preloadEngine();
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
  ): Promise<CreatedCall | null> {
    const target = { assistant, assistantOverrides, squad, workflow, workflowOverrides };
    if (!assistant && !squad && !workflow) throw this.#refuseTarget();
    const progress = new StartProgress(this.#clock, this.#emit);
    if (this.#running !== null) {
      const metadata = { reason: 'already-started' };
      progress.tell({ stage: 'validation', status: 'failed', metadata });
      return null;
    }
    const running = new AbortController();
    this.#running = running;
    // Fetched while the person decides about the microphone; join reports a failure.
    Vapi.preload().catch(() => {});
    try {
      const created = await startCall({
        target,
        progress,
        token: this.#token,
        baseUrl: this.#baseUrl,
        settings: this.#settings,
        clock: this.#clock,
        isMobile: isMobileDevice(),
        emit: this.#emit,
        signal: running.signal,
        onSession: (session) => {
          this.#session = session;
        },
        onEnded: () => this.#release(running),
      });
      const totalDuration = progress.totalDuration;
      this.emit('call-start-success', { totalDuration, callId: created.id, timestamp: now() });
      return created;
    } catch (error) {
      const stopped = running.signal.aborted;
      this.#session?.end('pipeline-error');
      this.#release(running);
      if (stopped) return null;
      this.#reportFailure(error, progress, target);
      throw error;
    }
  }

  /** Hangs up, also while starting. */
  stop(): void {
    const running = this.#running;
    running?.abort();
    this.#session?.end('customer-ended-call');
    if (running !== null) this.#release(running);
  }

  /** Asks the server to end the call, so that it may say goodbye to its records; then hangs up. */
  end(): void {
    const session = this.#session;
    if (session === null || !session.joined) {
      this.stop();
      return;
    }
    session.send({ type: 'end-call' });
    this.#clock.schedule(END_PATIENCE, () => session.end('customer-ended-call'));
  }

  /** Sends a message to the assistant; nothing happens without a call. */
  send(message: VapiClientMessage): void {
    if (this.#session?.joined === true) this.#session.send(message);
  }

  /** Lets the assistant say something. */
  say(
    message: string,
    endCallAfterSpoken?: boolean,
    interruptionsEnabled = false,
    interruptAssistantEnabled = false,
  ): void {
    this.send({
      type: 'say',
      message,
      ...(endCallAfterSpoken === undefined ? {} : { endCallAfterSpoken }),
      interruptionsEnabled,
      interruptAssistantEnabled,
    });
  }

  /** Throws without a call. */
  setMuted(mute: boolean): void {
    this.#requireSession().setMuted(mute);
  }

  isMuted(): boolean {
    return this.#session?.muted ?? false;
  }

  /** Switches the microphone of the running call. */
  async setInputDevicesAsync(devices: InputDevices): Promise<void> {
    await this.#session?.setInputDevices(devices);
  }

  /** Louder or softer, 1 is as it comes. Throws without a call. */
  async increaseMicLevel(gain: number): Promise<void> {
    await this.#requireSession().setMicrophoneGain(gain);
  }

  /** Where the assistant is heard. */
  async setOutputDeviceAsync(device: OutputDevice): Promise<void> {
    const session = this.#session;
    if (session === null) return;
    await session.players.setOutputDevice(device.outputDeviceId ?? '');
    await session.call.setOutputDeviceAsync(device);
  }

  /** The elements that play the assistant, for volume and effects; empty without a call. */
  get audioElements(): readonly HTMLAudioElement[] {
    return this.#session?.players.elements ?? [];
  }

  getDailyCallObject(): CallObject | null {
    return this.#session?.call ?? null;
  }

  /** Throws a `CallError` while screen sharing is not available. */
  startScreenSharing(displayMediaOptions?: object, screenVideoSendSettings?: object): void {
    this.#session?.call.startScreenShare({ displayMediaOptions, screenVideoSendSettings });
  }

  stopScreenSharing(): void {
    this.#session?.call.stopScreenShare();
  }

  readonly #emit = <N extends keyof VapiEvents>(name: N, ...args: VapiEvents[N]) => {
    this.emit(name, ...args);
  };

  /** A later call must not lose its state to an earlier one that ends late. */
  #release(running: AbortController): void {
    running.abort();
    if (this.#running !== running) return;
    this.#running = null;
    this.#session = null;
  }

  #requireSession(): CallSession {
    if (this.#session === null) throw new Error('Call object is not available.');
    return this.#session;
  }

  #refuseTarget(): Error {
    const error = new Error('Assistant or Squad or Workflow must be provided.');
    const { message } = error;
    const stage = 'input-validation';
    this.emit('error', { type: 'validation-error', stage, message, timestamp: now() });
    return error;
  }

  #reportFailure(error: unknown, progress: StartProgress, target: CallTarget): void {
    const { stage, totalDuration } = progress;
    const timestamp = now();
    const context: StartContext = {
      hasAssistant: Boolean(target.assistant),
      hasSquad: Boolean(target.squad),
      hasWorkflow: Boolean(target.workflow),
      isMobile: isMobileDevice(),
    };
    const errorStack = error instanceof Error ? error.stack : undefined;
    this.emit('call-start-failed', {
      stage,
      totalDuration,
      error: String(error),
      ...(errorStack === undefined ? {} : { errorStack }),
      timestamp,
      context,
    });
    this.emit('error', {
      type: 'start-method-error',
      stage,
      error,
      totalDuration,
      timestamp,
      context,
    });
  }
}

function now(): string {
  return new Date().toISOString();
}

function resolveBaseUrl(apiBaseUrl: string | undefined): string {
  const page = typeof location === 'undefined' ? undefined : location.href;
  // Left relative where there is no page: nothing is fetched before start.
  return page === undefined ? (apiBaseUrl ?? '') : new URL(apiBaseUrl ?? '/', page).href;
}
