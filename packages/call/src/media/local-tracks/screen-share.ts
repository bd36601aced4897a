import type { Emit } from '../../core/call-events.ts';
import type { ScreenSendPreset, VideoSendSettings } from '../../options/media-settings.ts';
import type { TrackState } from '../../participants/participant.ts';
import type { LocalTracks } from './local-tracks.ts';

/** What to share: the browser shows its picker, unless a stream is given. */
export interface ScreenShareOptions {
  /** For the browser's `getDisplayMedia`. @default video and, where the browser has it, sound */
  readonly displayMediaOptions?: DisplayMediaStreamOptions;
  /** Shared as it is; the page remains responsible for stopping it. */
  readonly mediaStream?: MediaStream;
  readonly screenVideoSendSettings?: VideoSendSettings | ScreenSendPreset;
}

export interface ScreenShareUpdate {
  readonly screenVideo?: { readonly enabled: boolean };
  readonly screenAudio?: { readonly enabled: boolean };
}

export interface ScreenShareManagerOptions {
  mediaDevices(): MediaDevices | undefined;
  readonly emit: Emit;
  readonly tracks: LocalTracks;
}

interface Shared {
  readonly stream: MediaStream;
  readonly owned: boolean;
  readonly video: MediaStreamTrack;
  readonly audio: MediaStreamTrack | null;
  videoOn: boolean;
  audioOn: boolean;
}

/** Local screen sharing: at most one at a time, with its audio where there is some. */
export class ScreenShare {
  readonly #options: ScreenShareManagerOptions;
  #shared: Shared | null = null;
  #request = 0;

  constructor(options: ScreenShareManagerOptions) {
    this.#options = options;
  }

  get sendsVideo(): boolean {
    return this.#shared?.videoOn ?? false;
  }

  get sendsAudio(): boolean {
    return this.#shared?.audio !== null && (this.#shared?.audioOn ?? false);
  }

  /** Never rejects: a cancelled picker emits `local-screen-share-canceled`, a failure `screen-share-error`. */
  async start({ displayMediaOptions, mediaStream }: ScreenShareOptions): Promise<void> {
    this.#request += 1;
    const request = this.#request;
    try {
      const stream = mediaStream ?? (await this.#ask(displayMediaOptions));
      // Stopped, or left, while the picker was open.
      if (request !== this.#request) return mediaStream === undefined ? stopAll(stream) : undefined;
      this.#share(stream, mediaStream === undefined);
    } catch (error) {
      if (request === this.#request) this.#emitFailure(error);
    }
  }

  stop(): void {
    this.#request += 1;
    if (this.#shared === null) return;
    this.#letGo();
    this.#publish();
    this.#options.emit('local-screen-share-stopped', {});
  }

  /** Pauses or resumes the shared tracks; does nothing when nothing is shared. */
  update({ screenVideo, screenAudio }: ScreenShareUpdate): void {
    if (this.#shared === null) return;
    this.#shared.videoOn = screenVideo?.enabled ?? this.#shared.videoOn;
    this.#shared.audioOn = screenAudio?.enabled ?? this.#shared.audioOn;
    this.#publish();
  }

  async #ask(options: DisplayMediaStreamOptions | undefined): Promise<MediaStream> {
    const devices = this.#options.mediaDevices();
    if (devices?.getDisplayMedia === undefined) {
      throw new Error('This browser cannot share a screen.');
    }
    return devices.getDisplayMedia({ video: true, audio: true, ...options });
  }

  #share(stream: MediaStream, owned: boolean): void {
    const [video] = stream.getVideoTracks();
    const [audio = null] = stream.getAudioTracks();
    if (video === undefined) {
      if (owned) stopAll(stream);
      throw new Error('The stream to share has no video.');
    }
    this.#letGo();
    this.#shared = { stream, owned, video, audio, videoOn: true, audioOn: true };
    video.addEventListener('ended', this.#handleEnded);
    this.#publish();
    this.#options.emit('local-screen-share-started', {});
    // Ended while this code was loading: the event does not fire again.
    if (video.readyState === 'ended') this.stop();
  }

  #letGo(): void {
    const shared = this.#shared;
    this.#shared = null;
    shared?.video.removeEventListener('ended', this.#handleEnded);
    if (shared?.owned) stopAll(shared.stream);
  }

  /** Stopped in the browser's own bar, or by closing the shared window. */
  readonly #handleEnded = () => this.stop();

  #publish(): void {
    const { tracks } = this.#options;
    const { video = null, audio = null, videoOn = false, audioOn = false } = this.#shared ?? {};
    const set = (
      name: string,
      media: 'audio' | 'video',
      track: MediaStreamTrack | null,
      on: boolean,
    ) => {
      if (track === null && tracks.get(name) === undefined) return;
      if (track !== null) track.enabled = on;
      tracks.set({ name, media, track, on: on && track !== null, state: describe(track, on) });
    };
    set('screenVideo', 'video', video, videoOn);
    set('screenAudio', 'audio', audio, audioOn);
  }

  #emitFailure(error: unknown): void {
    const { emit } = this.#options;
    const errorMsg = error instanceof Error ? error.message : String(error);
    const refused = error instanceof Error && error.name === 'NotAllowedError';
    // A refusal by the system's or the page's policy is not a cancelled picker.
    if (refused && !/system|policy/i.test(errorMsg)) emit('local-screen-share-canceled', {});
    else emit('nonfatal-error', { type: 'screen-share-error', errorMsg });
  }
}

function describe(track: MediaStreamTrack | null, on: boolean): TrackState {
  const subscribed = true;
  if (track === null) return { subscribed, state: 'off', off: { byUser: true } };
  return on
    ? { subscribed, state: 'playable', track, persistentTrack: track }
    : { subscribed, state: 'off', off: { byUser: true }, persistentTrack: track };
}

function stopAll(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
