import type { Emit } from '../../core/call-events.ts';
import type { Clock } from '../../core/clock.ts';
import type { CallOptions } from '../../options/call-options.ts';
import type { InputSettings } from '../../options/input-settings.ts';
import type { LocalTracks } from '../local-tracks/local-tracks.ts';
import { InputProcessing } from '../processors/input-processing.ts';
import type { MediaKind } from './camera-error.ts';
import { DeviceFailures } from './device-failures.ts';
import { type DeviceInfos, inputDevices, nextDevice } from './device-list.ts';
import { DeviceOpener } from './device-opener.ts';
import { DeviceWatch } from './device-watch.ts';
import { chosenSource, type InputDeviceChoice, wantedCamera } from './input-choice.ts';
import { type DeviceSource, InputDevice } from './input-device.ts';
import { customTrack, encodedAs, hintContent } from './track-constraints.ts';

export interface LocalMediaOptions {
  readonly clock: Clock;
  mediaDevices(): MediaDevices | undefined;
  readonly emit: Emit;
  joined(): boolean;
  readonly tracks: LocalTracks;
  /** All options given so far. */
  options(): CallOptions;
}

/** The local microphone and camera: which devices, whether they are on, how they are processed. */
export class LocalMedia {
  readonly microphone: InputDevice;
  readonly camera: InputDevice;
  readonly processing: InputProcessing;
  readonly #options: LocalMediaOptions;
  readonly #watch: DeviceWatch;
  readonly #opener: DeviceOpener;
  readonly #failures: DeviceFailures;
  #live = false;
  #outputDeviceId: string | null = null;

  constructor(options: LocalMediaOptions) {
    this.#options = options;
    const config = () => options.options().dailyConfig;
    this.#opener = new DeviceOpener({
      mediaDevices: options.mediaDevices,
      config,
      settings: () => this.processing.settings,
      isOpen: (kind) => this.#device(kind).track !== null,
    });
    this.#failures = new DeviceFailures({
      emit: options.emit,
      isOk: (kind) => this.#device(kind).failure === null,
    });
    this.#watch = new DeviceWatch({
      mediaDevices: options.mediaDevices,
      emit: options.emit,
      followsDefault: () => config()?.noAutoDefaultDeviceChange !== true,
      inUse: () => ({
        microphone: this.microphone.track,
        camera: this.camera.track,
        outputDeviceId: this.#outputDeviceId,
      }),
      onDefaultMicrophoneChanged: () => {
        if (this.microphone.source === true) void this.microphone.reopen();
      },
    });
    this.processing = new InputProcessing({
      clock: options.clock,
      emit: options.emit,
      onChanged: (kind) => this.#publish(kind),
      applySettings: (kind) => this.#applySettings(kind),
    });
    this.microphone = this.#createDevice('audio');
    this.camera = this.#createDevice('video');
  }

  configure(given: CallOptions): void {
    const { startAudioOff, inputSettings } = given;
    const audioSource = given.allowLocalAudio === false ? false : given.audioSource;
    if (given.dailyConfig?.micAudioMode !== undefined) {
      const audioMode = encodedAs(given.dailyConfig.micAudioMode);
      this.#options.tracks.update('audio', audioMode === undefined ? {} : { audioMode });
    }
    this.#outputDeviceId ??= this.#opener.preferences.output ?? null;
    if (inputSettings !== undefined) this.processing.configure(inputSettings);
    const enabled = startAudioOff === undefined ? undefined : !startAudioOff;
    this.#take(this.microphone, audioSource ?? customTrack(inputSettings?.audio), enabled);
    const camera = wantedCamera(given, this.#options.options());
    const track = customTrack(inputSettings?.video);
    this.#take(this.camera, track ?? camera?.source, camera?.enabled);
  }

  /** Opens the devices that are on at the start; never rejects. */
  async open(): Promise<void> {
    this.#publish('audio');
    await Promise.all([this.microphone.open(), this.camera.open()]);
  }

  /** Opened by `start`, or joined: there is a local participant to show. */
  get live(): boolean {
    return this.#live;
  }

  /** Opens the devices for a join, unless `start` has; never rejects. */
  async prepare(): Promise<void> {
    const isOpen = () => this.#devices.some(({ track }) => track !== null);
    const before = isOpen();
    await this.open();
    if (!before && isOpen()) this.#options.emit('started-camera', {});
  }

  /** Opens the devices ahead of the call. */
  async start(): Promise<DeviceInfos> {
    this.#live = true;
    await this.open();
    this.#options.emit('started-camera', {});
    return this.#watch.describe();
  }

  handleJoined(): void {
    this.#live = true;
    this.#watch.start();
    // Switched on while the room was answering.
    for (const device of this.#devices) if (device.failure === null) void device.open();
  }

  handleLeft(): void {
    this.#live = false;
    this.#watch.stop();
    this.release();
  }

  release(): void {
    for (const device of this.#devices) {
      device.release();
      void this.processing.setRaw(device.kind, null);
      this.#publish(device.kind);
    }
  }

  setEnabled(kind: MediaKind, enabled: boolean, forceDiscardTrack = false): void {
    const device = this.#device(kind);
    if (kind === 'video' && enabled && device.source === false) device.configure({ source: true });
    device.setEnabled(enabled);
    if (!enabled && forceDiscardTrack) device.discard();
    if (enabled && this.#live) void device.open();
  }

  listDevices(): Promise<MediaDeviceInfo[]> {
    return this.#watch.list();
  }

  describeDevices(): Promise<DeviceInfos> {
    return this.#watch.describe();
  }

  async chooseInput(choice: InputDeviceChoice): Promise<DeviceInfos> {
    await Promise.all([
      this.#choose('audio', chosenSource(choice.audioSource, choice.audioDeviceId)),
      this.#choose('video', chosenSource(choice.videoSource, choice.videoDeviceId)),
    ]);
    return this.#watch.emitSelected();
  }

  /** Resolves with the device in use afterwards; null: there is no other, or it cannot be opened. */
  async cycle(kind: MediaKind, preferDifferentFacing = false): Promise<MediaDeviceInfo | null> {
    const devices = inputDevices(await this.listDevices(), kind);
    const current = this.#device(kind).track?.getSettings().deviceId;
    const next = nextDevice(devices, current, preferDifferentFacing);
    if (next === null) return null;
    await this.#choose(kind, next.deviceId);
    await this.#watch.emitSelected();
    return this.#device(kind).source === next.deviceId ? next : null;
  }

  chooseOutput(outputDeviceId: string | undefined): Promise<DeviceInfos> {
    this.#outputDeviceId = outputDeviceId ?? null;
    this.#opener.remember({ output: outputDeviceId ?? '' });
    return this.#watch.emitSelected();
  }

  updateSettings(settings: InputSettings): Promise<InputSettings> {
    return this.processing.update(settings);
  }

  get #devices(): readonly [InputDevice, InputDevice] {
    return [this.microphone, this.camera];
  }

  #device(kind: MediaKind): InputDevice {
    return kind === 'audio' ? this.microphone : this.camera;
  }

  #createDevice(kind: MediaKind): InputDevice {
    const { options, tracks } = this.#options;
    return new InputDevice(kind, {
      ask: (device) => this.#opener.open(kind, device),
      remains: async () => inputDevices(await this.listDevices(), kind).length > 0,
      remainsOpen: () =>
        kind === 'audio' || options().dailyConfig?.keepCamIndicatorLightOn === true,
      onTrackChanged: (track) => {
        if (track !== null && kind === 'audio') {
          hintContent(track, options().dailyConfig?.micAudioMode);
        }
        void this.processing.setRaw(kind, track);
        if (this.#options.joined()) void this.#watch.emitAll(track !== null);
      },
      // A camera that was never requested has no transceiver.
      onStateChanged: () => {
        const device = this.#device(kind);
        if (device.enabled || tracks.get(kind) !== undefined) this.#publish(kind);
      },
      onError: (error) => this.#failures.handle(kind, error),
    });
  }

  /** Open devices are switched; other choices are stored. */
  #take(device: InputDevice, source?: DeviceSource, enabled?: boolean): void {
    if (device.track !== null && enabled !== undefined) device.setEnabled(enabled);
    else if (enabled !== undefined) device.configure({ enabled });
    if (source === undefined || source === device.source) return;
    if (device.track !== null) void device.use(source);
    else device.configure({ source });
  }

  async #choose(kind: MediaKind, source: DeviceSource | undefined): Promise<void> {
    if (source === undefined) return;
    if (typeof source !== 'object')
      this.#opener.remember({ [kind]: typeof source === 'string' ? source : '' });
    const device = this.#device(kind);
    // A muted microphone is switched, too, so that unmuting uses the chosen one.
    // So is one that opens ahead of the join: the room may still be answering.
    if (device.opening || (this.#live && device.enabled)) await device.use(source);
    else device.configure({ source });
  }

  async #applySettings(kind: MediaKind): Promise<void> {
    const device = this.#device(kind);
    const { settings } = this.processing.settings[kind] ?? {};
    if (settings === undefined) return;
    if ('customTrack' in settings) return this.#choose(kind, settings.customTrack);
    // Switches back from a custom track to the device.
    if (typeof device.source === 'object') return this.#choose(kind, true);
    if (device.owned) await device.track?.applyConstraints(settings);
  }

  /** `participants()` shows the microphone itself, which is kept when a processor is added or removed. */
  #publish(kind: MediaKind): void {
    const device = this.#device(kind);
    const { tracks } = this.#options;
    if (
      kind === 'video' &&
      device.track === null &&
      !device.enabled &&
      tracks.get(kind) === undefined
    )
      return;
    const track = this.processing.output(kind);
    if (track !== null) track.enabled = device.enabled;
    const shown = kind === 'video' ? track : device.track;
    const state =
      device.sending && shown === null
        ? ({ subscribed: true, state: 'loading' } as const)
        : device.describe(shown);
    tracks.set({ name: kind, media: kind, track, on: device.sending && track !== null, state });
  }
}
