import type { Emit } from '../call-events.ts';
import { applyAudioProcessor, type InputSettings } from '../input-settings.ts';
import type { CallOptions } from '../options/call-options.ts';
import { type DeviceInfos, describeDevices, listDevices } from './device-list.ts';
import { type AudioSource, Microphone } from './microphone.ts';

/** The next microphone: a device (null: the default one), a track, or none. */
export interface InputDeviceChoice {
  readonly audioDeviceId?: string | false | null;
  readonly audioSource?: MediaStreamTrack | false;
}

export interface LocalAudioOptions {
  mediaDevices(): MediaDevices | undefined;
  readonly emit: Emit;
  joined(): boolean;
  /** The connection should send another track. */
  sendTrack(track: MediaStreamTrack | null): Promise<void>;
  onStateChanged(): void;
}

/** What one sends: the microphone, how it is treated, and which devices are chosen. */
export class LocalAudio {
  readonly microphone: Microphone;
  readonly #options: LocalAudioOptions;
  #processor: 'none' | 'noise-cancellation' = 'none';
  #outputDeviceId: string | null = null;

  constructor(options: LocalAudioOptions) {
    this.#options = options;
    this.microphone = new Microphone(options.mediaDevices, {
      onTrackChanged: (track) => void this.#handleTrack(track),
      onStateChanged: options.onStateChanged,
      onError: (error) =>
        options.emit('camera-error', { errorMsg: { errorMsg: error.msg, audioOk: false }, error }),
    });
  }

  configure({ audioSource, startAudioOff }: CallOptions): void {
    this.microphone.configure({
      ...(audioSource === undefined ? {} : { source: audioSource }),
      ...(startAudioOff === undefined ? {} : { enabled: !startAudioOff }),
    });
  }

  handleJoined(): void {
    this.#options.mediaDevices()?.addEventListener?.('devicechange', this.#tellAvailable);
    void this.#tellAvailable();
    void this.#tellDevices();
  }

  handleLeft(): void {
    this.#options.mediaDevices()?.removeEventListener?.('devicechange', this.#tellAvailable);
    this.microphone.release();
  }

  setEnabled(enabled: boolean, forceDiscardTrack: boolean): void {
    this.microphone.setEnabled(enabled);
    if (!enabled && forceDiscardTrack) this.microphone.discard();
    if (enabled && this.#options.joined()) void this.microphone.open();
  }

  /** Never rejects: a list that cannot be had is empty. */
  listDevices(): Promise<MediaDeviceInfo[]> {
    return listDevices(this.#options.mediaDevices()).catch(() => []);
  }

  async describeDevices(): Promise<DeviceInfos> {
    return describeDevices(await this.listDevices(), this.microphone.track, this.#outputDeviceId);
  }

  async chooseInput(choice: InputDeviceChoice): Promise<DeviceInfos> {
    const source = chosenSource(choice);
    if (source === undefined) return this.#tellDevices();
    const { enabled, track } = this.microphone;
    // A muted microphone is exchanged too: what is heard after unmuting is the chosen one.
    if (this.#options.joined() && (enabled || track !== null)) await this.microphone.use(source);
    else this.microphone.configure({ source });
    return this.#tellDevices();
  }

  chooseOutput(outputDeviceId: string | undefined): Promise<DeviceInfos> {
    this.#outputDeviceId = outputDeviceId ?? null;
    return this.#tellDevices();
  }

  get inputSettings(): InputSettings {
    return { audio: { processor: { type: this.#processor } } };
  }

  async updateInputSettings(settings: InputSettings): Promise<InputSettings> {
    this.#processor = settings.audio?.processor?.type ?? this.#processor;
    await this.#process();
    const { inputSettings } = this;
    this.#options.emit('input-settings-updated', { inputSettings });
    return inputSettings;
  }

  readonly #tellAvailable = async () => {
    const availableDevices = await this.listDevices();
    if (!this.#options.joined()) return;
    this.#options.emit('available-devices-updated', { availableDevices });
  };

  async #handleTrack(track: MediaStreamTrack | null): Promise<void> {
    if (track !== null && this.#processor !== 'none') await this.#process();
    // The connection may have gone meanwhile; then there is nobody to send to.
    await this.#options.sendTrack(track).catch(() => {});
    if (!this.#options.joined()) return;
    // Names are known from the first grant on.
    if (track !== null) await this.#tellAvailable();
    await this.#tellDevices();
  }

  async #process(): Promise<void> {
    const { track } = this.microphone;
    if (track === null) return;
    try {
      await applyAudioProcessor(track, this.#processor);
    } catch (error) {
      this.#processor = 'none';
      const errorMsg = error instanceof Error ? error.message : String(error);
      this.#options.emit('nonfatal-error', { type: 'audio-processor-error', errorMsg });
    }
  }

  async #tellDevices(): Promise<DeviceInfos> {
    const devices = await this.describeDevices();
    this.#options.emit('selected-devices-updated', { devices });
    return devices;
  }
}

function chosenSource(choice: InputDeviceChoice): AudioSource | undefined {
  if (choice.audioSource !== undefined) return choice.audioSource;
  if (choice.audioDeviceId === undefined) return undefined;
  return choice.audioDeviceId ?? true;
}
