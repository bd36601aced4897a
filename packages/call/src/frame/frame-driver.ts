import { CallError, describeFatal } from '../core/call-error.ts';
import type { CallEventName, Emit, MeetingState } from '../core/call-events.ts';
import { createSystemClock } from '../core/clock.ts';
import type { CallOptions } from '../options/call-options.ts';
import { validateOptions } from '../options/validate-options.ts';
import type { Participants } from '../participants/participant.ts';
import { answersBeforeLoad } from './before-load.ts';
import { FrameLink } from './frame-link.ts';
import { type FromFrame, type PageSettings, toFrame } from './frame-protocol.ts';
import { changesBetween, eventOf, pageSettingsOf } from './page-settings.ts';

/** Timeout for `ready` after the frame's `load` event, ms; a call page sends it long before. */
const READY_TIMEOUT = 10_000;

/** What `FrameCall` gives its driver. */
export interface FrameDriverOptions {
  readonly element: HTMLIFrameElement;
  readonly options: CallOptions;
  readonly emit: Emit;
}

/** Drives a call in a frame: its lifecycle, its link to the call page, and the state that page sent last. */
export class FrameDriver {
  readonly #element: HTMLIFrameElement;
  readonly #link: FrameLink;
  readonly #emit: Emit;
  readonly #connected = Promise.withResolvers<void>();
  /** Rejects the wait for the call page. */
  #giveUp: (error: CallError) => void = () => {};
  #options: CallOptions;
  #settings: PageSettings;
  #state: Readonly<Record<string, unknown>> = {};
  #meetingState: MeetingState = 'new';
  #loading: Promise<void> | null = null;
  /** Counts joins and leaves: a join that was left meanwhile is cancelled. */
  #epoch = 0;
  #joining = false;
  #closed = false;

  constructor({ element, options, emit }: FrameDriverOptions) {
    this.#element = element;
    this.#emit = emit;
    this.#options = options;
    this.#settings = pageSettingsOf(options);
    this.#link = new FrameLink(element, {
      onReady: () => this.#hello(),
      onMessage: (message) => this.#handleMessage(message),
    });
    document.addEventListener('fullscreenchange', this.#handleFullscreen);
  }

  /**
   * Opens the call page.
   *
   * @throws a `connection-error` when it does not answer
   */
  async load(options: CallOptions = {}): Promise<void> {
    // Closed before it could be opened: no answer would ever come.
    if (this.#closed) throw closedError();
    this.#takeOptions(options);
    this.#loading ??= this.#load();
    return this.#loading;
  }

  async join(options: CallOptions = {}): Promise<Participants | undefined> {
    if (this.joiningOrJoined) {
      console.warn('join() does nothing: this call is joining or joined. Leave first.');
      return undefined;
    }
    this.#epoch += 1;
    const epoch = this.#epoch;
    this.#joining = true;
    try {
      await this.load(options);
      if (epoch !== this.#epoch)
        throw new CallError('left-while-joining', 'The call was left before it was joined.');
      return (await this.forward('join', [crossing(this.#options)])) as Participants;
    } finally {
      if (epoch === this.#epoch) this.#joining = false;
    }
  }

  async leave(): Promise<void> {
    this.#epoch += 1;
    this.#joining = false;
    if (this.#meetingState === 'joining-meeting' || this.#meetingState === 'joined-meeting')
      await this.forward('leave', []);
  }

  /** Frees everything; the call page leaves the room when its frame is removed. */
  close(): void {
    const wasThere = this.joiningOrJoined;
    this.#closed = true;
    this.#epoch += 1;
    document.removeEventListener('fullscreenchange', this.#handleFullscreen);
    this.#link.close();
    this.#giveUp(closedError());
    this.#joining = false;
    this.#meetingState = 'left-meeting';
    if (wasThere) this.#emit('left-meeting', { reason: 'left' });
  }

  meetingState(): MeetingState {
    return this.#meetingState;
  }

  get joined(): boolean {
    return this.#meetingState === 'joined-meeting';
  }

  get joiningOrJoined(): boolean {
    return this.#joining || this.joined || this.#meetingState === 'joining-meeting';
  }

  /** The last value of a getter of the call page's object; undefined: none yet. */
  mirrored(getter: string): unknown {
    return this.#state[getter];
  }

  /** Runs a method of the call page's object. */
  async forward(method: string, args: readonly unknown[]): Promise<unknown> {
    const known = this.#loading === null ? answersBeforeLoad(this.#options) : {};
    if (Object.hasOwn(known, method)) return known[method];
    if (this.#loading === null)
      throw new CallError('before-join', `${method}() only supported after load() or join().`);
    await this.#loading;
    return this.#link.call(method, args);
  }

  get settings(): PageSettings {
    return this.#settings;
  }

  changeSettings(settings: PageSettings): void {
    if (this.#loading !== null) this.#link.send(toFrame({ type: 'settings', settings }));
    this.#applySettings(settings);
  }

  get link(): FrameLink {
    return this.#link;
  }

  #takeOptions(options: CallOptions): void {
    validateOptions(options);
    this.#options = { ...this.#options, ...options };
    const settings = pageSettingsOf(options);
    if (Object.keys(settings).length > 0) this.changeSettings(settings);
  }

  async #load(): Promise<void> {
    const { url } = this.#options;
    if (url === undefined) {
      this.#loading = null;
      throw new CallError('invalid-property', 'load() and join() need a url.');
    }
    this.#enter('loading');
    this.#link.expect(url);
    let cancel = () => {};
    const failure = Promise.withResolvers<never>();
    this.#giveUp = failure.reject;
    const handleLoad = () => {
      cancel();
      cancel = createSystemClock().schedule(READY_TIMEOUT, () =>
        failure.reject(
          new CallError('connection-error', 'Failed to load call object bundle.', {
            stage: 'load',
          }),
        ),
      );
    };
    this.#element.addEventListener('load', handleLoad);
    try {
      // A wrapped frame may be there already, and then it sent `ready` before there was a listener.
      if (this.#element.src === url) this.#hello();
      else this.#element.src = url;
      await Promise.race([this.#connected.promise, failure.promise]);
      this.#enter('loaded');
    } catch (error) {
      this.#loading = null;
      if (this.#meetingState === 'loading') this.#fail(error);
      throw error;
    } finally {
      cancel();
      this.#element.removeEventListener('load', handleLoad);
    }
  }

  #fail(error: unknown): void {
    this.#meetingState = 'error';
    const details = describeFatal(error);
    this.#emit('error', { errorMsg: details.msg, error: details });
  }

  #enter(state: 'loading' | 'loaded'): void {
    this.#meetingState = state;
    this.#emit(state, {});
  }

  /** Also after a reload of the call page, which has lost its state then. */
  #hello(): void {
    this.#link.drop('The call page was reloaded.');
    if (/^join/.test(this.#meetingState)) {
      this.#meetingState = 'left-meeting';
      this.#emit('left-meeting', { reason: 'left' });
    }
    const options = crossing(this.#options);
    this.#link.send(toFrame({ type: 'hello', options, settings: this.#settings }));
  }

  #handleMessage(message: FromFrame): void {
    if (message.type === 'state') {
      this.#state = { ...this.#state, ...message.state };
      this.#followMeeting(message.state.meetingState);
      this.#connected.resolve();
    } else if (message.type === 'settings') {
      this.#applySettings(message.settings);
    } else if (message.type === 'event') {
      const { action, ...payload } = message.event;
      this.#emit(action as CallEventName, payload as never);
    }
  }

  /** The frame tracks loading itself; from joining on it follows the call page. */
  #followMeeting(state: unknown): void {
    if (state === undefined || state === 'new' || state === 'loading' || state === 'loaded') return;
    this.#meetingState = state as MeetingState;
  }

  #applySettings(settings: PageSettings): void {
    const changed = changesBetween(this.#settings, settings);
    this.#settings = { ...this.#settings, ...settings };
    for (const name of changed) {
      const event = eventOf(name, this.#settings);
      if (event !== null) this.#emit(event[0], event[1] as never);
    }
  }

  #fullscreen = false;
  readonly #handleFullscreen = (): void => {
    const fullscreen = document.fullscreenElement === this.#element;
    if (fullscreen === this.#fullscreen) return;
    this.#fullscreen = fullscreen;
    this.#emit(fullscreen ? 'fullscreen' : 'exited-fullscreen', {});
  };
}

function closedError(): CallError {
  return new CallError('left-while-joining', 'The frame was closed.');
}

/** The frame's style is not sent to the call page. */
function crossing({ iframeStyle: _, ...options }: CallOptions): CallOptions {
  return options;
}
