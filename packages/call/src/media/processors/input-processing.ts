import type { Emit, NonfatalErrorType } from '../../core/call-events.ts';
import type { Clock } from '../../core/clock.ts';
import type { InputSettings } from '../../options/input-settings.ts';
import type { MediaKind } from '../devices/camera-error.ts';
import { ProcessedTrack, type StartProcessor } from './processed-track.ts';
import { noiseCancellation, type ProcessorEnvironment, videoProcessor } from './start-processor.ts';

export interface InputProcessingOptions {
  readonly clock: Clock;
  readonly emit: Emit;
  /** The track of this kind to send changed. */
  onChanged(kind: MediaKind): void;
  /**
   * Opens or changes the device as the settings say.
   *
   * @throws when the device cannot
   */
  applySettings(kind: MediaKind): Promise<void>;
}

/** How microphone and camera are treated: settings of the devices, processors of their tracks. */
export class InputProcessing {
  readonly #options: InputProcessingOptions;
  readonly #environment: ProcessorEnvironment;
  /** A single instance, so that requesting the running processor changes nothing. */
  readonly #noiseCancellation: StartProcessor;
  readonly #tracks: Readonly<Record<MediaKind, ProcessedTrack>>;
  #settings: InputSettings = { audio: { processor: { type: 'none' } } };

  constructor(options: InputProcessingOptions) {
    const { clock, emit } = options;
    this.#options = options;
    this.#environment = {
      clock,
      onFaceCounts: (counts) => emit('face-counts-updated', counts),
      onWarning: (errorMsg) =>
        emit('nonfatal-error', { type: 'video-processor-warning', errorMsg }),
    };
    this.#noiseCancellation = noiseCancellation(clock);
    this.#tracks = { audio: this.#createTrack('audio'), video: this.#createTrack('video') };
  }

  get settings(): InputSettings {
    return this.#settings;
  }

  output(kind: MediaKind): MediaStreamTrack | null {
    return this.#tracks[kind].output;
  }

  /** Never rejects. */
  async setRaw(kind: MediaKind, track: MediaStreamTrack | null): Promise<void> {
    await this.#tracks[kind].setRaw(track);
  }

  /** Remembers settings for devices that are not open yet. */
  configure(given: InputSettings): void {
    for (const kind of ['audio', 'video'] as const) this.#merge(kind, given);
    void this.#process(given);
  }

  /** Resolves with the settings that hold then; what failed is emitted as a nonfatal error. */
  async update(given: InputSettings): Promise<InputSettings> {
    const before = this.#settings;
    await Promise.all(
      (['audio', 'video'] as const).map((kind) => this.#change(kind, given, before)),
    );
    await this.#process(given);
    const inputSettings = this.#settings;
    this.#options.emit('input-settings-updated', { inputSettings });
    return inputSettings;
  }

  async #change(kind: MediaKind, given: InputSettings, before: InputSettings): Promise<void> {
    this.#merge(kind, given);
    if (given[kind]?.settings === undefined) return;
    try {
      await this.#options.applySettings(kind);
    } catch (error) {
      const { settings: _, ...kept } = this.#settings[kind] ?? {};
      const settings = before[kind]?.settings;
      this.#settings = {
        ...this.#settings,
        [kind]: { ...kept, ...(settings === undefined ? {} : { settings }) },
      };
      this.#emitFailure('input-settings-error', error);
    }
  }

  #merge(kind: MediaKind, given: InputSettings): void {
    if (given[kind] === undefined) return;
    this.#settings = { ...this.#settings, [kind]: { ...this.#settings[kind], ...given[kind] } };
  }

  async #process({ audio, video }: InputSettings): Promise<void> {
    const work: Promise<void>[] = [];
    if (audio?.processor !== undefined) {
      const start = audio.processor.type === 'none' ? null : this.#noiseCancellation;
      work.push(this.#tracks.audio.setProcessor(start));
    }
    if (video?.processor !== undefined) {
      const start = videoProcessor(video.processor, this.#environment);
      work.push(this.#tracks.video.setProcessor(start));
    }
    await Promise.all(work);
  }

  #createTrack(kind: MediaKind): ProcessedTrack {
    return new ProcessedTrack({
      holdsBack: kind === 'video',
      onChanged: () => this.#options.onChanged(kind),
      onFailed: (error) => {
        this.#merge(kind, { [kind]: { processor: { type: 'none' } } });
        this.#emitFailure(`${kind}-processor-error`, error);
      },
    });
  }

  #emitFailure(type: NonfatalErrorType, error: unknown): void {
    const errorMsg = error instanceof Error ? error.message : String(error);
    this.#options.emit('nonfatal-error', { type, errorMsg });
  }
}
