import { CallError } from '../../core/call-error.ts';
import type { CustomTrackOptions, CustomTracks } from './custom-tracks.ts';
import type {
  ScreenShare,
  ScreenShareManagerOptions,
  ScreenShareOptions,
  ScreenShareUpdate,
} from './screen-share.ts';

/** Local tracks besides microphone and camera. The code is loaded with the first use. */
export class ExtraTracks {
  readonly #options: ScreenShareManagerOptions;
  #screen: ScreenShare | null = null;
  #custom: CustomTracks | null = null;
  /** Counts starts, stops and leaves: a share that was cancelled while loading does not start. */
  #turn = 0;
  /** Counts leaves. */
  #epoch = 0;

  constructor(options: ScreenShareManagerOptions) {
    this.#options = options;
  }

  get sendsScreenVideo(): boolean {
    return this.#screen?.sendsVideo ?? false;
  }

  get sendsScreenAudio(): boolean {
    return this.#screen?.sendsAudio ?? false;
  }

  /** Never rejects: failures are events. */
  async startScreen(options: ScreenShareOptions): Promise<void> {
    this.#turn += 1;
    const turn = this.#turn;
    try {
      const { ScreenShare } = await import('./screen-share.ts');
      this.#screen ??= new ScreenShare(this.#options);
      if (turn === this.#turn) await this.#screen.start(options);
    } catch (error) {
      const errorMsg = `Screen sharing could not be loaded: ${error}`;
      this.#options.emit('nonfatal-error', { type: 'screen-share-error', errorMsg });
    }
  }

  stopScreen(): void {
    this.#turn += 1;
    this.#screen?.stop();
  }

  updateScreen(update: ScreenShareUpdate): void {
    this.#screen?.update(update);
  }

  /**
   * Resolves with the name.
   *
   * @throws when it is taken, or the call was left meanwhile
   */
  async startCustom(options: CustomTrackOptions): Promise<string> {
    const epoch = this.#epoch;
    const { CustomTracks } = await import('./custom-tracks.ts');
    if (epoch !== this.#epoch) {
      throw new CallError('before-join', 'startCustomTrack(): the call was left meanwhile.');
    }
    this.#custom ??= new CustomTracks(this.#options.tracks);
    return this.#custom.start(options);
  }

  stopCustom(name: string): void {
    this.#custom?.stop(name);
  }

  handleLeft(): void {
    this.#epoch += 1;
    this.stopScreen();
    this.#custom?.stopAll();
  }
}
