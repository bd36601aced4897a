import type { DeviceInfos } from '../media/devices/device-list.ts';
import type { InputDeviceChoice } from '../media/devices/input-choice.ts';
import { LocalMedia } from '../media/devices/local-media.ts';
import type { ParticipantsAudioLevel } from '../media/levels/audio-levels.ts';
import { LevelObservers } from '../media/levels/level-observers.ts';
import type { CustomTrackOptions } from '../media/local-tracks/custom-tracks.ts';
import { ExtraTracks } from '../media/local-tracks/extra-tracks.ts';
import type { ScreenShareOptions, ScreenShareUpdate } from '../media/local-tracks/screen-share.ts';
import type { CallOptions } from '../options/call-options.ts';
import { checkInputSettings } from '../options/input-rules.ts';
import type { InputSettings } from '../options/input-settings.ts';
import { checkTrackSettings } from '../options/media-rules.ts';
import { isObject } from '../options/predicates.ts';
import { checkLevelInterval } from '../options/room-rules.ts';
import { BaseMethods } from './base-methods.ts';
import {
  anyObject,
  callObjectOnly,
  command,
  firstArgument,
  getter,
  type MethodRule,
  question,
  rule,
  setter,
  task,
  taskInRoom,
} from './method-rules.ts';

/** When each of the methods below may be called, and what it takes. */
export const MEDIA_METHOD_RULES = {
  startCamera: rule('async', 'not-joined', {
    ...callObjectOnly,
    hint: 'Use setLocalAudio() and setLocalVideo().',
  }),
  localAudio: getter,
  localVideo: getter,
  setLocalAudio: setter,
  setLocalVideo: setter,
  cycleCamera: task,
  cycleMic: task,
  enumerateDevices: question,
  getInputDevices: question,
  setInputDevicesAsync: rule('async', 'usable', firstArgument(anyObject)),
  setOutputDeviceAsync: rule('async', 'usable', firstArgument(anyObject)),
  getInputSettings: question,
  updateInputSettings: rule('async', 'usable', firstArgument(checkInputSettings)),
  localScreenAudio: getter,
  localScreenVideo: getter,
  startScreenShare: rule('void', 'prepared', {
    check: ([options]) => {
      const settings = isObject(options) ? options.screenVideoSendSettings : undefined;
      return settings ? checkTrackSettings('screenVideo', settings) : null;
    },
  }),
  updateScreenShare: command,
  stopScreenShare: rule('void', 'prepared'),
  startCustomTrack: rule('async', 'joined', { checkLater: 'checkCustomTrack' }),
  stopCustomTrack: taskInRoom,
  startLocalAudioLevelObserver: rule('async', 'usable', firstArgument(checkLevelInterval)),
  isLocalAudioLevelObserverRunning: getter,
  stopLocalAudioLevelObserver: command,
  getLocalAudioLevel: getter,
  startRemoteParticipantsAudioLevelObserver: rule(
    'async',
    'usable',
    firstArgument(checkLevelInterval),
  ),
  isRemoteParticipantsAudioLevelObserverRunning: getter,
  stopRemoteParticipantsAudioLevelObserver: command,
  getRemoteParticipantsAudioLevel: getter,
} satisfies Record<string, MethodRule>;

/** Devices, local tracks, and audio levels. */
export class MediaMethods extends BaseMethods {
  readonly #media: LocalMedia = this.#createMedia();
  readonly #extra: ExtraTracks = this.#createExtra();
  readonly #levels: LevelObservers = this.#createLevels();

  /**
   * Opens microphone and camera ahead of `join`, in one prompt.
   * A device that is refused is a `camera-error` event. Resolves with the devices in use.
   */
  async startCamera(properties: CallOptions = {}): Promise<DeviceInfos> {
    this.takeOptions(properties);
    return this.#media.start();
  }

  /** True while the microphone is sent. */
  localAudio(): boolean {
    return this.#media.microphone.sending;
  }

  /** True while the camera is sent. */
  localVideo(): boolean {
    return this.#media.camera.sending;
  }

  /** Mutes or unmutes; opens the microphone when there is none yet. `forceDiscardTrack`: releases the device. */
  setLocalAudio(enabled: boolean, options: { forceDiscardTrack?: boolean } = {}): this {
    this.#media.setEnabled('audio', enabled, options.forceDiscardTrack === true);
    return this;
  }

  /** Switches the camera on or off; its light goes out, unless `keepCamIndicatorLightOn`. */
  setLocalVideo(enabled: boolean): this {
    this.#media.setEnabled('video', enabled);
    return this;
  }

  /** The browser's devices; labels are empty until one was granted, cameras may say their `facing`. */
  async enumerateDevices(): Promise<{ devices: MediaDeviceInfo[] }> {
    return { devices: await this.#media.listDevices() };
  }

  /** Which devices are in use; empty objects where there is none. */
  async getInputDevices(): Promise<DeviceInfos> {
    return this.#media.describeDevices();
  }

  /**
   * Switches microphone and camera, also during the call: by device id, `null` for the default,
   * a track of the page, or `false` for none. One that cannot be opened is a `camera-error`.
   */
  async setInputDevicesAsync(choice: InputDeviceChoice): Promise<DeviceInfos> {
    return this.#media.chooseInput(choice);
  }

  /**
   * Chooses the loudspeaker and emits `selected-devices-updated`. The page that plays the tracks
   * follows with `setSinkId`: the call page and the assistant client do; a page does it
   * for its own elements.
   */
  async setOutputDeviceAsync(choice: { outputDeviceId?: string }): Promise<DeviceInfos> {
    return this.#media.chooseOutput(choice.outputDeviceId);
  }

  /** Switches to the next camera. Null: there is no other, or it cannot be opened. */
  async cycleCamera(
    properties: { preferDifferentFacingMode?: boolean } = {},
  ): Promise<{ device: MediaDeviceInfo | null }> {
    const { preferDifferentFacingMode } = properties;
    return { device: await this.#media.cycle('video', preferDifferentFacingMode) };
  }

  /** Switches to the next microphone. Null: there is no other, or it cannot be opened. */
  async cycleMic(): Promise<{ device: MediaDeviceInfo | null }> {
    return { device: await this.#media.cycle('audio') };
  }

  /**
   * Shares a screen, a window or a tab, with its audio where the browser can. A cancelled prompt
   * emits `local-screen-share-canceled`, a failure a nonfatal `screen-share-error`.
   */
  startScreenShare(options: ScreenShareOptions = {}): void {
    const { screenVideoSendSettings: screenVideo } = options;
    if (screenVideo !== undefined) {
      const sendSettings = { ...this.context.options().sendSettings, screenVideo };
      this.context.mergeOptions({ sendSettings });
      this.context.hooks.emit('options', { sendSettings });
    }
    void this.#extra.startScreen(options);
  }

  /** Stops sharing. Nothing happens when nothing is shared. */
  stopScreenShare(): void {
    this.#extra.stopScreen();
  }

  /** Pauses or resumes the video or the audio of the shared screen. */
  updateScreenShare(update: ScreenShareUpdate = {}): void {
    this.#extra.updateScreen(update);
  }

  /** True while the audio of a screen is sent. */
  localScreenAudio(): boolean {
    return this.#extra.sendsScreenAudio;
  }

  /** True while a screen is sent. */
  localScreenVideo(): boolean {
    return this.#extra.sendsScreenVideo;
  }

  /**
   * Sends a custom track. Resolves with its name, generated when none is given; it ends with
   * `stopCustomTrack`, or when the track ends.
   *
   * @throws a `CallError` when the name is taken
   */
  async startCustomTrack(properties: CustomTrackOptions): Promise<string> {
    return this.#extra.startCustom(properties);
  }

  /** Stops sending a custom track; the track itself still belongs to the page. Resolves with its name. */
  async stopCustomTrack(trackName: string): Promise<string> {
    this.#extra.stopCustom(trackName);
    return trackName;
  }

  /** Levels of the local microphone as events, every `interval` ms (at least 100). */
  async startLocalAudioLevelObserver(interval?: number): Promise<void> {
    await this.#levels.startLocal(interval);
  }

  /** True from start to stop, even before the call. */
  isLocalAudioLevelObserverRunning(): boolean {
    return this.#levels.localRunning;
  }

  /** Does nothing when it is not running. */
  stopLocalAudioLevelObserver(): void {
    this.#levels.stopLocal();
  }

  /** Between 0 and 1; 0 while no observer runs. */
  getLocalAudioLevel(): number {
    return this.#levels.localLevel;
  }

  /** Levels of the others as events, every `interval` ms (at least 100). */
  async startRemoteParticipantsAudioLevelObserver(interval?: number): Promise<void> {
    await this.#levels.startRemote(interval);
  }

  /** True from start to stop, even before the call. */
  isRemoteParticipantsAudioLevelObserverRunning(): boolean {
    return this.#levels.remoteRunning;
  }

  /** Does nothing when it is not running. */
  stopRemoteParticipantsAudioLevelObserver(): void {
    this.#levels.stopRemote();
  }

  /** Between 0 and 1, by session id. */
  getRemoteParticipantsAudioLevel(): ParticipantsAudioLevel {
    return this.#levels.remoteLevels;
  }

  /**
   * Changes how microphone and camera are treated; what is not named is kept. Resolves with the
   * resulting settings: a processor that cannot run is a nonfatal `audio-processor-error` or
   * `video-processor-error` and is off, a setting the device refuses an `input-settings-error`.
   */
  async updateInputSettings(settings: InputSettings): Promise<{ inputSettings: InputSettings }> {
    return { inputSettings: await this.#media.updateSettings(settings) };
  }

  /** What `updateInputSettings` and the options said, processors that failed left out. */
  async getInputSettings(): Promise<InputSettings> {
    return this.#media.processing.settings;
  }

  protected override isPresent(): boolean {
    return this.#media.live || super.isPresent();
  }

  #createMedia(): LocalMedia {
    const { dependencies, hooks, session, tracks, emit, preparations } = this.context;
    const media = new LocalMedia({
      emit,
      tracks,
      clock: dependencies.clock,
      mediaDevices: dependencies.mediaDevices,
      joined: () => session.joined,
      options: () => this.context.options(),
    });
    media.configure(this.context.options());
    hooks.on('options', (given) => {
      if (!session.joiningOrJoined) media.configure(given);
    });
    hooks.on('joined', () => media.handleJoined());
    hooks.on('left', () => media.handleLeft());
    hooks.on('destroyed', () => media.release());
    preparations.add(() => media.prepare());
    return media;
  }

  #createExtra(): ExtraTracks {
    const { dependencies, hooks, tracks, emit } = this.context;
    const { mediaDevices } = dependencies;
    const extra = new ExtraTracks({ mediaDevices, emit, tracks });
    hooks.on('left', () => extra.handleLeft());
    hooks.on('destroyed', () => extra.handleLeft());
    return extra;
  }

  #createLevels(): LevelObservers {
    const { dependencies, hooks, session, emit } = this.context;
    const levels = new LevelObservers({
      clock: dependencies.clock,
      localTrack: () => this.#media.microphone.track,
      remoteParticipants: () => session.remote.all(),
      onLocal: (audioLevel) => emit('local-audio-level', { audioLevel }),
      onRemote: (participantsAudioLevel) =>
        emit('remote-participants-audio-level', { participantsAudioLevel }),
      onLocalFailed: (errorMsg) =>
        emit('nonfatal-error', { type: 'local-audio-level-observer-error', errorMsg }),
    });
    hooks.on('joined', () => levels.handleJoined());
    hooks.on('left', () => levels.handleLeft());
    return levels;
  }
}
