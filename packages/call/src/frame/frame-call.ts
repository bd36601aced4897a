import type { CallState } from '../call-object/check-method.ts';
import { guardMethods } from '../call-object/guard-methods.ts';
import { METHOD_NAMES, type MethodName, ruleOf } from '../call-object/method-table.ts';
import type { CallEvents, Emit } from '../core/call-events.ts';
import { callInstances } from '../core/call-instances.ts';
import { TypedEmitter } from '../core/typed-emitter.ts';
import type { AdvancedConfig, CallObjectOptions } from '../options/call-options.ts';
import { validateOptions } from '../options/validate-options.ts';
import type { FramePage } from './frame-page.ts';

/** What getters return before the call page sent its state, where the options have no value either. */
const INITIAL: Readonly<Record<string, unknown>> = {
  meetingState: 'new',
  participants: {},
  participantCounts: { present: 0, hidden: 0 },
  subscribeToTracksAutomatically: true,
  meetingSessionSummary: {},
  getActiveSpeaker: {},
  getLocalAudioLevel: 0,
  getRemoteParticipantsAudioLevel: {},
  getSendSettings: null,
  customTrayButtons: {},
  customIntegrations: {},
  showLocalVideo: true,
  showParticipantsBar: true,
  theme: undefined,
};

/**
 * A call that lives in a frame: its methods run on the call object of the prebuilt call page, its
 * getters return what that page sent last. The table of methods gives it all of them; what
 * they need is loaded in parallel with the call page.
 */
export class FrameCall extends TypedEmitter<CallEvents> {
  static {
    addMethods(FrameCall.prototype);
    guardMethods(FrameCall.prototype, (call) => call.callState());
  }

  readonly callClientId: string;
  readonly #element: HTMLIFrameElement;
  readonly #options: CallObjectOptions;
  readonly #emit: Emit = (action, payload) => {
    this.emit(action, ...([{ action, callClientId: this.callClientId, ...payload }] as never));
  };
  readonly #loading: Promise<FramePage>;
  #page: FramePage | null = null;
  #destroyed = false;

  constructor(element: HTMLIFrameElement, options: CallObjectOptions) {
    super();
    validateOptions(options);
    this.#element = element;
    this.#options = options;
    this.callClientId = callInstances.add(this, options);
    this.#loading = this.#load();
    // Each method call rejects with it.
    this.#loading.catch(() => {});
  }

  get properties(): { dailyConfig?: AdvancedConfig; userName?: string } {
    return this.#options;
  }

  iframe(): HTMLIFrameElement | null {
    return this.#element;
  }

  async requestFullscreen(): Promise<void> {
    if (document.fullscreenElement === null) await this.#element.requestFullscreen();
  }

  exitFullscreen(): void {
    if (document.fullscreenElement !== null) void document.exitFullscreen();
  }

  isDestroyed(): boolean {
    return this.#destroyed;
  }

  /** Leaves, and removes the frame from the page. */
  async destroy(): Promise<void> {
    if (this.#destroyed) return;
    this.#destroyed = true;
    callInstances.remove(this.callClientId);
    this.#page?.close();
    this.#element.remove();
    this.#emit('call-instance-destroyed', {});
    this.removeAllListeners();
  }

  callState(): Omit<CallState, 'prepared'> {
    const { joined = false, joiningOrJoined = false } = this.#page ?? {};
    return {
      joined,
      joiningOrJoined,
      frame: true,
      destroyed: this.#destroyed,
      subscribesAutomatically: this.read('subscribeToTracksAutomatically') !== false,
    };
  }

  read(getter: MethodName): unknown {
    const page = this.#page as Record<string, unknown> | null;
    const own = page?.[getter];
    if (typeof own === 'function') return own.call(page);
    const given = (this.#options as Record<string, unknown>)[getter];
    return this.#page?.mirrored(getter) ?? given ?? INITIAL[getter] ?? false;
  }

  /** Runs synchronously once the lazy part is loaded, and throws what it throws. */
  run(method: MethodName, args: readonly unknown[]): unknown {
    if (this.#page !== null) return runOn(this.#page, method, args);
    return this.#loading.then((page) => runOn(page, method, args));
  }

  async #load(): Promise<FramePage> {
    const { FramePage: Page } = await import('./frame-page.ts');
    const page = new Page({ element: this.#element, options: this.#options, emit: this.#emit });
    if (this.#destroyed) page.close();
    this.#page = page;
    return page;
  }
}

function runOn(page: FramePage, method: MethodName, args: readonly unknown[]): unknown {
  const own = (page as unknown as Record<string, unknown>)[method];
  return typeof own === 'function' ? own.apply(page, args) : page.forward(method, args);
}

function addMethods(prototype: FrameCall): void {
  for (const name of METHOD_NAMES) {
    if (name in prototype) continue;
    const { kind } = ruleOf(name);
    const value = function (this: FrameCall, ...args: readonly unknown[]) {
      if (kind === 'get') return this.read(name);
      const answer = this.run(name, args);
      if (kind === 'async') return answer;
      // The caller does not await it.
      if (answer instanceof Promise)
        answer.catch((error: unknown) => console.error(`${name}() failed in the frame.`, error));
      return kind === 'chain' ? this : undefined;
    };
    Object.defineProperty(prototype, name, { value, configurable: true, writable: true });
  }
}
