import type { TrackState } from '../../participants/participant.ts';
import { type CameraError, describeDeviceError, type MediaKind } from './camera-error.ts';

/** true: the default device; a string: its device id; a track: that one; false: none. */
export type DeviceSource = boolean | string | MediaStreamTrack;

export interface InputDeviceCallbacks {
  /**
   * Opens the default device (true) or one by its id.
   *
   * @throws the browser's error
   */
  ask(device: true | string): Promise<MediaStreamTrack>;
  /** Whether another device of this kind is plugged in. */
  remains(): Promise<boolean>;
  /** Whether the device remains open while it is off; otherwise its light goes out. */
  remainsOpen(): boolean;
  /** The track to send changed, perhaps to none. */
  onTrackChanged(track: MediaStreamTrack | null): void;
  onStateChanged(): void;
  onError(error: unknown): void;
}

/** A microphone or a camera: opens, switches, mutes and frees it. */
export class InputDevice {
  readonly kind: MediaKind;
  readonly #callbacks: InputDeviceCallbacks;
  #source: DeviceSource = true;
  #enabled = true;
  #track: MediaStreamTrack | null = null;
  /** True for a track passed in by the caller, who must stop it. */
  #owned = false;
  #failure: CameraError | null = null;
  #request = 0;
  #asking: Promise<void> | null = null;

  constructor(kind: MediaKind, callbacks: InputDeviceCallbacks) {
    this.kind = kind;
    this.#callbacks = callbacks;
  }

  get track(): MediaStreamTrack | null {
    return this.#track;
  }

  /** Open, or being opened. */
  get opening(): boolean {
    return this.#track !== null || this.#asking !== null;
  }

  get source(): DeviceSource {
    return this.#source;
  }

  /** On, and there is something to send. */
  get sending(): boolean {
    return this.#enabled && this.#track !== null;
  }

  get enabled(): boolean {
    return this.#enabled;
  }

  /** The open track is a device's, not one handed in. */
  get owned(): boolean {
    return this.#owned;
  }

  get failure(): CameraError | null {
    return this.#failure;
  }

  /** The state in `participants().local`; `shown`: the raw or the processed track. */
  describe(shown: MediaStreamTrack | null): TrackState {
    const subscribed = true;
    if (shown !== null) {
      const persistentTrack = shown;
      return this.#enabled
        ? { subscribed, state: 'playable', track: persistentTrack, persistentTrack }
        : { subscribed, state: 'off', off: { byUser: true }, persistentTrack };
    }
    if (!this.#enabled || this.#source === false) {
      return { subscribed, state: 'off', off: { byUser: true } };
    }
    if (this.#asking !== null) return { subscribed, state: 'loading' };
    if (this.#failure === null) return { subscribed, state: 'off' };
    return { subscribed, state: 'blocked', blocked: blockedBy(this.#failure) };
  }

  /** Chosen before it is opened. */
  configure(options: { source?: DeviceSource; enabled?: boolean }): void {
    if (options.source !== undefined) {
      this.#source = options.source;
      // Belongs to the previous source.
      this.#failure = null;
    }
    if (options.enabled !== undefined) this.#enabled = options.enabled;
  }

  /** Opens the chosen source. Never rejects: a failure goes to `onError`, and the call continues. */
  async open(): Promise<void> {
    if (this.#track !== null || this.#source === false || !this.#enabled) return;
    await (this.#asking ?? this.use(this.#source));
  }

  /** Switches to another source during the call. Never rejects. */
  async use(source: DeviceSource): Promise<void> {
    this.#request += 1;
    const before = this.#source;
    this.#source = source;
    if (source === false) return this.#replace(null, false);
    if (typeof source === 'object') return this.#replace(source, false);
    const asking = this.#ask(source, before);
    this.#asking = asking;
    this.#callbacks.onStateChanged();
    await asking;
  }

  /** Reopens the device after its constraints changed. */
  async reopen(): Promise<void> {
    if (this.#track !== null && this.#owned) await this.use(this.#source);
  }

  /** Off: muted, or released where its light would remain on. */
  setEnabled(enabled: boolean): void {
    if (this.#enabled === enabled) return;
    this.#enabled = enabled;
    if (this.#track !== null) this.#track.enabled = enabled;
    if (!enabled && !this.#callbacks.remainsOpen()) this.discard();
    else this.#callbacks.onStateChanged();
  }

  /** Releases the device, for `forceDiscardTrack`. */
  discard(): void {
    this.#request += 1;
    this.#replace(null, false);
  }

  /** Resets to the state before `open`, without calling back. */
  release(): void {
    this.#request += 1;
    this.#letGo();
    this.#asking = null;
    this.#failure = null;
  }

  async #ask(source: true | string, before: DeviceSource): Promise<void> {
    const request = this.#request;
    try {
      const track = await this.#callbacks.ask(source);
      // Another source was requested, or this one freed, while the prompt was open.
      if (request !== this.#request) return track.stop();
      this.#replace(track, true);
    } catch (error) {
      if (request !== this.#request) return;
      this.#asking = null;
      // The previous one is still open and remains the choice.
      if (this.#track !== null) this.#source = before;
      this.#fail(error);
    }
  }

  #replace(track: MediaStreamTrack | null, owned: boolean): void {
    if (track !== this.#track) this.#letGo();
    this.#asking = null;
    this.#track = track;
    this.#owned = owned;
    this.#failure = null;
    if (track !== null) {
      track.enabled = this.#enabled;
      track.addEventListener('ended', this.#handleEnded);
    }
    this.#callbacks.onTrackChanged(track);
    this.#callbacks.onStateChanged();
    // Unplugged before there was a listener: the event does not fire again.
    if (track?.readyState === 'ended') this.#handleEnded();
  }

  #letGo(): void {
    this.#track?.removeEventListener('ended', this.#handleEnded);
    if (this.#owned) this.#track?.stop();
    this.#track = null;
    this.#owned = false;
  }

  /** Unplugged, or its permission revoked in the address bar. */
  readonly #handleEnded = () => {
    const owned = this.#owned;
    this.#letGo();
    const name = this.kind === 'audio' ? 'microphone' : 'camera';
    const lost = Object.assign(new Error(`The ${name} stopped.`), { name: 'NotFoundError' });
    this.#failure = describeDeviceError(lost, [this.kind]);
    this.#callbacks.onTrackChanged(null);
    this.#callbacks.onStateChanged();
    if (owned) void this.#fallBack(lost);
  };

  /** The default device may still be there when the chosen one is gone. */
  async #fallBack(lost: Error): Promise<void> {
    const remains = await this.#callbacks.remains();
    if (this.#track !== null || this.#asking !== null) return;
    if (remains && this.#enabled) await this.use(true);
    else if (!remains) this.#callbacks.onError(lost);
  }

  #fail(error: unknown): void {
    this.#failure = describeDeviceError(error, [this.kind]);
    this.#callbacks.onStateChanged();
    this.#callbacks.onError(error);
  }
}

function blockedBy(failure: CameraError): NonNullable<TrackState['blocked']> {
  if (failure.type === 'permissions') return { byPermissions: true };
  return failure.type.endsWith('in-use') ? { byDeviceInUse: true } : { byDeviceMissing: true };
}
