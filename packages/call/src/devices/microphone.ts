import type { TrackState } from '../participants/participant.ts';
import { type CameraError, describeMicrophoneError } from './camera-error.ts';

/** true: the default microphone; a string: its device id; a track: that one; false: none. */
export type AudioSource = boolean | string | MediaStreamTrack;

export interface MicrophoneCallbacks {
  /** The track to send is another one now, or none. */
  onTrackChanged(track: MediaStreamTrack | null): void;
  onStateChanged(): void;
  onError(error: CameraError): void;
}

const PROCESSING = { echoCancellation: true, noiseSuppression: true, autoGainControl: true };

/** The outgoing audio: asks for the microphone, switches it, mutes it, frees it. */
export class Microphone {
  readonly #devices: () => MediaDevices | undefined;
  readonly #callbacks: MicrophoneCallbacks;
  #source: AudioSource = true;
  #enabled = true;
  #track: MediaStreamTrack | null = null;
  /** Tracks handed in by the caller are the caller's to stop. */
  #owned = false;
  #failure: CameraError | null = null;
  #request = 0;
  #asking = false;

  constructor(devices: () => MediaDevices | undefined, callbacks: MicrophoneCallbacks) {
    this.#devices = devices;
    this.#callbacks = callbacks;
  }

  get track(): MediaStreamTrack | null {
    return this.#track;
  }

  get source(): AudioSource {
    return this.#source;
  }

  /** On, and there is something to send. */
  get sending(): boolean {
    return this.#enabled && this.#track !== null;
  }

  get enabled(): boolean {
    return this.#enabled;
  }

  get failure(): CameraError | null {
    return this.#failure;
  }

  /** What the local participant shows. */
  get state(): TrackState {
    const subscribed = true;
    if (this.#track !== null) {
      const persistentTrack = this.#track;
      return this.#enabled
        ? { subscribed, state: 'playable', track: persistentTrack, persistentTrack }
        : { subscribed, state: 'off', off: { byUser: true }, persistentTrack };
    }
    if (!this.#enabled || this.#source === false) {
      return { subscribed, state: 'off', off: { byUser: true } };
    }
    if (this.#asking) return { subscribed, state: 'loading' };
    if (this.#failure === null) return { subscribed, state: 'off' };
    return { subscribed, state: 'blocked', blocked: blockedBy(this.#failure) };
  }

  /** Chosen before it is opened. */
  configure(options: { source?: AudioSource; enabled?: boolean }): void {
    if (options.source !== undefined) this.#source = options.source;
    if (options.enabled !== undefined) this.#enabled = options.enabled;
  }

  /** Opens the chosen source. Never rejects: a failure goes to `onError`, and listening goes on. */
  async open(): Promise<void> {
    if (this.#track !== null || this.#source === false || !this.#enabled) return;
    await this.use(this.#source);
  }

  /** Switches to another source while the call goes on. */
  async use(source: AudioSource): Promise<void> {
    this.#request += 1;
    const request = this.#request;
    const before = this.#source;
    this.#source = source;
    if (source === false) return this.#replace(null, false);
    if (typeof source === 'object') return this.#replace(source, false);
    this.#asking = true;
    try {
      const track = await this.#ask(source);
      // Asked for something else, or freed, while the person was deciding.
      if (request !== this.#request) return track.stop();
      this.#replace(track, true);
    } catch (error) {
      if (request !== this.#request) return;
      this.#asking = false;
      // The one before is still open: it stays the choice.
      if (this.#track !== null) this.#source = before;
      this.#failure = describeMicrophoneError(error);
      this.#callbacks.onStateChanged();
      this.#callbacks.onError(this.#failure);
    }
  }

  /** Mutes without letting go of the device; opens it when there is none yet. */
  setEnabled(enabled: boolean): void {
    if (this.#enabled === enabled) return;
    this.#enabled = enabled;
    if (this.#track !== null) this.#track.enabled = enabled;
    this.#callbacks.onStateChanged();
  }

  /** Lets go of the device, for `forceDiscardTrack`. */
  discard(): void {
    this.#request += 1;
    this.#replace(null, false);
  }

  /** Everything back to how it was before `open`; listeners hear nothing of it. */
  release(): void {
    this.#request += 1;
    this.#letGo();
    this.#asking = false;
    this.#failure = null;
  }

  async #ask(source: true | string): Promise<MediaStreamTrack> {
    const devices = this.#devices();
    if (devices?.getUserMedia === undefined) {
      const error = new Error('Microphones need a secure page (https or localhost).');
      error.name = 'MediaDevicesMissingError';
      throw error;
    }
    const audio = source === true ? PROCESSING : { ...PROCESSING, deviceId: { exact: source } };
    const stream = await devices.getUserMedia({ audio });
    const [track] = stream.getAudioTracks();
    if (track === undefined) throw new Error('The browser gave a stream without audio.');
    return track;
  }

  #replace(track: MediaStreamTrack | null, owned: boolean): void {
    if (track !== this.#track) this.#letGo();
    this.#asking = false;
    this.#track = track;
    this.#owned = owned;
    this.#failure = null;
    if (track !== null) {
      track.enabled = this.#enabled;
      track.addEventListener('ended', this.#handleEnded);
    }
    this.#callbacks.onTrackChanged(track);
    this.#callbacks.onStateChanged();
  }

  #letGo(): void {
    this.#track?.removeEventListener('ended', this.#handleEnded);
    if (this.#owned) this.#track?.stop();
    this.#track = null;
    this.#owned = false;
  }

  /** Unplugged, or taken back in the browser's address bar. */
  readonly #handleEnded = () => {
    const owned = this.#owned;
    this.#letGo();
    this.#failure = {
      type: 'not-found',
      msg: 'The microphone stopped.',
      missingMedia: ['audio'],
    };
    this.#callbacks.onTrackChanged(null);
    this.#callbacks.onStateChanged();
    if (owned) void this.#fallBack(this.#failure);
  };

  /** The default device may still be there when the chosen one is gone. */
  async #fallBack(lost: CameraError): Promise<void> {
    const remaining = await this.#devices()?.enumerateDevices();
    if (this.#track !== null) return;
    if (remaining?.some((device) => device.kind === 'audioinput')) await this.use(true);
    else this.#callbacks.onError(lost);
  }
}

function blockedBy(failure: CameraError): NonNullable<TrackState['blocked']> {
  if (failure.type === 'mic-in-use') return { byDeviceInUse: true };
  if (failure.type === 'permissions') return { byPermissions: true };
  return { byDeviceMissing: true };
}
