import type { CallContext } from '../core/call-context.ts';
import type { CallOptions } from '../options/call-options.ts';
import type { SendSettings } from '../options/media-settings.ts';
import {
  cameraEncodings,
  type Encodings,
  limitBandwidth,
  screenEncodings,
} from './send-presets.ts';

const DEFAULTS = {
  video: 'default-video',
  screenVideo: 'default-screen-video',
  customVideoDefaults: 'default-video',
} as const satisfies SendSettings;

export interface Bandwidth {
  readonly kbs?: number | 'NO_CAP' | null;
  readonly trackConstraints?: MediaTrackConstraints;
}

/** How local videos are encoded: turns settings, presets and limits into layers. */
export class SentQuality {
  readonly #context: CallContext;
  /** The settings so far; null: none were given. */
  #settings: SendSettings | null = null;
  /** Limit of the local camera, bits per second; null: none. */
  #limit: number | null = null;

  constructor(context: CallContext) {
    this.#context = context;
    this.#configure({ dailyConfig: {}, ...context.options() });
    context.hooks.on('options', (given) => this.#configure(given));
    context.hooks.on('joined', () => {
      this.#settings ??= DEFAULTS;
    });
  }

  get settings(): SendSettings | null {
    return this.#settings;
  }

  async update(settings: SendSettings): Promise<SendSettings> {
    const merged = { ...DEFAULTS, ...this.#settings, ...settings };
    this.#settings = merged;
    this.#context.mergeOptions({ sendSettings: merged });
    for (const name of Object.keys(settings)) this.#apply(name);
    this.#context.emit('send-settings-updated', { sendSettings: merged });
    return merged;
  }

  async limit({ kbs, trackConstraints }: Bandwidth): Promise<void> {
    if (kbs !== undefined) {
      this.#limit = typeof kbs === 'number' ? kbs * 1_000 : null;
      this.#apply('video');
    }
    const camera = this.#context.tracks.get('video')?.track;
    if (trackConstraints !== undefined) await camera?.applyConstraints(trackConstraints);
  }

  #configure({ sendSettings, dailyConfig }: CallOptions): void {
    if (sendSettings !== undefined) this.#settings = { ...this.#settings, ...sendSettings };
    if (sendSettings === undefined && dailyConfig === undefined) return;
    const names = new Set([...Object.keys(DEFAULTS), ...Object.keys(sendSettings ?? {})]);
    for (const name of names) this.#apply(name);
  }

  #apply(name: string): void {
    const { tracks } = this.#context;
    const encodings = this.#encodings(name);
    tracks.update(name, { encodings });
    if (name !== 'customVideoDefaults') return;
    // Tracks that are sent already; later ones get it when they start.
    for (const track of tracks.all()) {
      const isCustom = track.media === 'video' && !Object.hasOwn(DEFAULTS, track.name);
      if (isCustom && this.#settings?.[track.name] === undefined)
        tracks.set({ ...track, encodings });
    }
  }

  #encodings(name: string): Encodings {
    const { dailyConfig } = this.#context.options();
    const said = this.#settings?.[name];
    if (name === 'screenVideo') {
      return said === undefined
        ? (dailyConfig?.screenSimulcastEncodings ?? screenEncodings(DEFAULTS.screenVideo))
        : screenEncodings(said);
    }
    if (name !== 'video')
      return cameraEncodings(
        said ?? this.#settings?.customVideoDefaults ?? DEFAULTS.customVideoDefaults,
      );
    const { camSimulcastEncodings, disableSimulcast } = dailyConfig ?? {};
    const layers =
      said === undefined && camSimulcastEncodings !== undefined
        ? camSimulcastEncodings
        : cameraEncodings(said ?? DEFAULTS.video);
    const limited = limitBandwidth(layers, this.#limit);
    if (disableSimulcast !== true) return limited;
    // One layer: the best of those that are sent.
    return limited.filter((one) => one.active !== false).slice(-1);
  }
}
