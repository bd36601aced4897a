import { APP_MESSAGE_MAX_CHARACTERS } from '@kindling/protocol/constants';
import { CallError, notAvailable } from './call-error.ts';
import type {
  AccessState,
  CallEventName,
  CallEventPayloads,
  CallEvents,
  MeetingState,
} from './call-events.ts';
import { type CallInstances, callInstances } from './call-instances.ts';
import { browserDependencies } from './dependencies.ts';
import type { DeviceInfos } from './devices/device-list.ts';
import { type InputDeviceChoice, LocalAudio } from './devices/local-audio.ts';
import type { NetworkStats } from './engine/network-quality.ts';
import type { InputSettings } from './input-settings.ts';
import { AudioLevels, type ParticipantsAudioLevel } from './levels/audio-levels.ts';
import { Meeting } from './meeting.ts';
import type { CallObjectOptions, CallOptions } from './options/call-options.ts';
import { validateOptions, validateUserData } from './options/validate-options.ts';
import { LocalParticipant } from './participants/local-participant.ts';
import type { Participant, ParticipantCounts, Participants } from './participants/participant.ts';
import { createSubscribeCommand, type ParticipantUpdate } from './participants/subscription.ts';
import { TypedEmitter } from './typed-emitter.ts';

/**
 * One person's end of a call: joins a room, sends the microphone, plays nothing by itself.
 * Misuse throws a `CallError`; what happens in the call arrives as events.
 */
export class CallObject extends TypedEmitter<CallEvents> {
  readonly callClientId: string;
  readonly #instances: CallInstances;
  readonly #audio: LocalAudio;
  readonly #levels: AudioLevels;
  readonly #meeting: Meeting;
  readonly #local: LocalParticipant;
  #options: CallOptions;
  #destroyed = false;

  constructor(options: CallObjectOptions = {}, dependencies = browserDependencies()) {
    super();
    validateOptions(options);
    this.#instances = callInstances;
    this.callClientId = this.#instances.add(this, options);
    this.#options = options;
    const emit = <N extends CallEventName>(name: N, payload: CallEventPayloads[N]) =>
      this.#tell(name, payload);
    this.#audio = new LocalAudio({
      emit,
      mediaDevices: dependencies.mediaDevices,
      joined: () => this.#meeting.joined,
      sendTrack: async (track) => this.#meeting.engine?.setMicrophone(track),
      onStateChanged: () => this.#handleLocalChange(),
    });
    this.#audio.configure(options);
    const { microphone } = this.#audio;
    this.#meeting = new Meeting({
      dependencies,
      microphone,
      emit,
      subscribesAutomatically: () => this.subscribeToTracksAutomatically(),
      onJoined: () => this.#handleJoined(),
      onCountChanged: () => this.#tellCounts(),
      onLeft: () => this.#handleLeft(),
    });
    this.#local = new LocalParticipant(microphone, emit);
    this.#levels = new AudioLevels({
      clock: dependencies.clock,
      localTrack: () => microphone.track,
      remoteParticipants: () => this.#meeting.remote.all(),
      onLocal: (audioLevel) => this.#tell('local-audio-level', { audioLevel }),
      onRemote: (participantsAudioLevel) =>
        this.#tell('remote-participants-audio-level', { participantsAudioLevel }),
    });
  }

  /** Loads the media engine ahead of `join`. Rejects with a `connection-error`. */
  async load(options: CallOptions = {}): Promise<void> {
    this.#assertUsable('load()');
    this.#takeOptions(options);
    await this.#meeting.load();
  }

  /**
   * Joins the room at `url`. A refused microphone is a `camera-error` event, and listening
   * goes on. A second join only warns. Rejects with a `CallError`.
   */
  async join(options: CallOptions = {}): Promise<Participants | undefined> {
    this.#assertUsable('join()');
    if (this.#meeting.joiningOrJoined) {
      console.warn('join() does nothing: this call object is joining or joined. Leave first.');
      return undefined;
    }
    this.#takeOptions(options);
    const { url, dailyConfig } = this.#options;
    if (url === undefined) throw new CallError('invalid-property', 'join() needs a url.');
    const iceConfig = dailyConfig?.iceConfig;
    await this.#meeting.join({
      url,
      ...(iceConfig === undefined ? {} : { iceConfig }),
      request: () => ({
        audio: this.#audio.microphone.sending,
        userName: this.#options.userName ?? '',
        userData: this.#options.userData,
        ...(this.#options.token === undefined ? {} : { token: this.#options.token }),
      }),
    });
    return this.participants();
  }

  async leave(): Promise<void> {
    this.#meeting.leave();
    this.#audio.microphone.release();
  }

  /** Leaves and frees everything at once; the object is of no use afterwards. */
  async destroy(): Promise<void> {
    if (this.#destroyed) return;
    // Before the events: a listener may destroy again, or make the next call object.
    this.#destroyed = true;
    this.#instances.remove(this.callClientId);
    await this.leave();
    this.#tell('call-instance-destroyed', {});
    this.removeAllListeners();
  }

  isDestroyed(): boolean {
    return this.#destroyed;
  }

  /** Null: a call object has no frame. */
  iframe(): HTMLIFrameElement | null {
    return null;
  }

  meetingState(): MeetingState {
    return this.#meeting.state;
  }

  accessState(): AccessState {
    return { access: this.#meeting.joined ? { level: 'full' } : 'unknown' };
  }

  /** Everybody in the room by session id, oneself under `local`. */
  participants(): Participants {
    const all: Record<string, Participant> = {};
    for (const participant of this.#meeting.remote.all()) all[participant.session_id] = participant;
    return { ...all, local: this.#localParticipant() };
  }

  participantCounts(): ParticipantCounts {
    return { present: this.#meeting.remote.size + (this.#meeting.joined ? 1 : 0), hidden: 0 };
  }

  /** Chooses which tracks to receive from one participant. */
  updateParticipant(sessionId: string, update: ParticipantUpdate): this {
    this.#assertJoined('updateParticipant()');
    if (update.setAudio !== undefined && this.#isLocal(sessionId)) {
      this.setLocalAudio(update.setAudio);
    }
    if (update.setSubscribedTracks !== undefined && !this.#isLocal(sessionId)) {
      this.#meeting.send(createSubscribeCommand(sessionId, update.setSubscribedTracks));
    }
    return this;
  }

  updateParticipants(updates: Readonly<Record<string, ParticipantUpdate>>): this {
    this.#assertJoined('updateParticipants()');
    const everybodyElse = updates['*'];
    for (const { session_id } of everybodyElse === undefined ? [] : this.#meeting.remote.all()) {
      if (everybodyElse !== undefined) this.updateParticipant(session_id, everybodyElse);
    }
    for (const [sessionId, update] of Object.entries(updates)) {
      if (sessionId !== '*') this.updateParticipant(sessionId, update);
    }
    return this;
  }

  subscribeToTracksAutomatically(): boolean {
    return this.#options.subscribeToTracksAutomatically ?? true;
  }

  setSubscribeToTracksAutomatically(enabled: boolean): this {
    this.#options = { ...this.#options, subscribeToTracksAutomatically: enabled };
    return this;
  }

  /** Sends any JSON value to one participant, or to everybody else. */
  sendAppMessage(data: unknown, to: string | readonly string[] = '*'): this {
    this.#assertJoined('sendAppMessage()');
    const size = JSON.stringify(data)?.length;
    if (size === undefined) throw new CallError('invalid-property', 'Message data is missing.');
    if (size > APP_MESSAGE_MAX_CHARACTERS) {
      throw new CallError(
        'message-too-large',
        `Message data too large. Max size is ${APP_MESSAGE_MAX_CHARACTERS}`,
      );
    }
    for (const one of typeof to === 'string' ? [to] : to) {
      this.#meeting.send({ type: 'app-message', to: one, data });
    }
    return this;
  }

  /** Resolves with the name the others see from now on. */
  async setUserName(userName: string): Promise<{ userName: string }> {
    this.#takeOptions({ userName });
    if (this.#meeting.joined)
      this.#meeting.send({ type: 'update-self', userName, userData: undefined });
    this.#handleLocalChange();
    return { userName };
  }

  async setUserData(userData: unknown): Promise<{ userData: unknown }> {
    validateUserData(userData);
    this.#takeOptions({ userData });
    if (this.#meeting.joined) this.#meeting.send({ type: 'update-self', userData });
    this.#handleLocalChange();
    return { userData };
  }

  /** True while the microphone is sent. */
  localAudio(): boolean {
    return this.#audio.microphone.sending;
  }

  /** Mutes or unmutes; opens the microphone when there is none yet. */
  setLocalAudio(enabled: boolean, options: { forceDiscardTrack?: boolean } = {}): this {
    this.#assertUsable('setLocalAudio()');
    this.#audio.setEnabled(enabled, options.forceDiscardTrack === true);
    return this;
  }

  localVideo(): boolean {
    return false;
  }

  /** Only off: sending video is not available yet. */
  setLocalVideo(enabled: boolean): this {
    if (enabled) throw notAvailable('setLocalVideo(true)');
    return this;
  }

  /** The browser's devices; labels are empty until a microphone was granted. */
  async enumerateDevices(): Promise<{ devices: MediaDeviceInfo[] }> {
    return { devices: await this.#audio.listDevices() };
  }

  async getInputDevices(): Promise<DeviceInfos> {
    return this.#audio.describeDevices();
  }

  /** Switches the microphone, also during the call. */
  async setInputDevicesAsync(choice: InputDeviceChoice): Promise<DeviceInfos> {
    this.#assertUsable('setInputDevicesAsync()');
    return this.#audio.chooseInput(choice);
  }

  /** Remembers the loudspeaker; whoever plays the tracks applies it (`setSinkId`). */
  async setOutputDeviceAsync(choice: { outputDeviceId?: string }): Promise<DeviceInfos> {
    this.#assertUsable('setOutputDeviceAsync()');
    return this.#audio.chooseOutput(choice.outputDeviceId);
  }

  async startLocalAudioLevelObserver(interval?: number): Promise<void> {
    this.#assertUsable('startLocalAudioLevelObserver()');
    this.#levels.startLocal(interval);
  }

  isLocalAudioLevelObserverRunning(): boolean {
    return this.#levels.localRunning;
  }

  stopLocalAudioLevelObserver(): void {
    this.#levels.stopLocal();
  }

  getLocalAudioLevel(): number {
    return this.#levels.localLevel;
  }

  /** Levels of the others as events, every `interval` ms (at least 100). */
  async startRemoteParticipantsAudioLevelObserver(interval?: number): Promise<void> {
    this.#assertUsable('startRemoteParticipantsAudioLevelObserver()');
    this.#levels.startRemote(interval);
  }

  isRemoteParticipantsAudioLevelObserverRunning(): boolean {
    return this.#levels.remoteRunning;
  }

  stopRemoteParticipantsAudioLevelObserver(): void {
    this.#levels.stopRemote();
  }

  getRemoteParticipantsAudioLevel(): ParticipantsAudioLevel {
    return this.#levels.remoteLevels;
  }

  /** Switches noise cancellation; a browser that cannot is a nonfatal `audio-processor-error`. */
  async updateInputSettings(settings: InputSettings): Promise<{ inputSettings: InputSettings }> {
    this.#assertUsable('updateInputSettings()');
    if (Object.keys(settings).some((key) => key !== 'audio')) {
      throw notAvailable('updateInputSettings() for video');
    }
    return { inputSettings: await this.#audio.updateInputSettings(settings) };
  }

  async getInputSettings(): Promise<InputSettings> {
    return this.#audio.inputSettings;
  }

  async getNetworkStats(): Promise<NetworkStats> {
    this.#assertJoined('getNetworkStats()');
    const { engine } = this.#meeting;
    if (engine === null) throw new CallError('before-join', 'There is no connection.');
    return engine.networkStats;
  }

  /** Throws: recording is not available yet. */
  startRecording(_options?: object): void {
    this.#assertJoined('startRecording()');
    throw notAvailable('startRecording()');
  }

  /** Nothing can be running, and the event says so. */
  stopRecording(_options?: object): void {
    this.#tell('recording-error', { errorMsg: 'No recording is running.' });
  }

  /** Throws: screen sharing is not available yet. */
  startScreenShare(_options?: object): void {
    this.#assertJoined('startScreenShare()');
    throw notAvailable('startScreenShare()');
  }

  stopScreenShare(): void {
    this.#assertJoined('stopScreenShare()');
  }

  #takeOptions(options: CallOptions): void {
    validateOptions(options);
    this.#options = { ...this.#options, ...options };
    if (!this.#meeting.joiningOrJoined) this.#audio.configure(options);
  }

  #localParticipant(): Participant {
    const { userName = '', userData } = this.#options;
    const { sessionId, joinedAt } = this.#meeting;
    return this.#local.describe({ sessionId, joinedAt, userName, userData });
  }

  #handleLocalChange(): void {
    if (!this.#meeting.joined) return;
    this.#meeting.send({
      type: 'update-self',
      audio: this.#audio.microphone.sending,
      userData: undefined,
    });
    this.#local.handleChanged(this.#localParticipant());
  }

  #handleJoined(): void {
    this.#tell('access-state-updated', this.accessState());
    this.#tell('joined-meeting', { participants: this.participants() });
    this.#tellCounts();
    this.#local.handleJoined(this.#localParticipant());
    this.#levels.handleJoined();
    this.#audio.handleJoined();
  }

  #handleLeft(): void {
    this.#levels.handleLeft();
    this.#local.handleLeft();
    this.#audio.handleLeft();
  }

  #tell<N extends CallEventName>(action: N, payload: CallEventPayloads[N]): void {
    this.emit(action, ...([{ action, callClientId: this.callClientId, ...payload }] as never));
  }

  #tellCounts(): void {
    this.#tell('participant-counts-updated', { participantCounts: this.participantCounts() });
  }

  #isLocal(sessionId: string): boolean {
    return sessionId === 'local' || sessionId === this.#meeting.sessionId;
  }

  #assertUsable(method: string): void {
    if (this.#destroyed) throw new CallError('after-destroy', `${method}: use after destroy.`);
  }

  #assertJoined(method: string): void {
    this.#assertUsable(method);
    if (this.#meeting.joined) return;
    throw new CallError('before-join', `${method} only supported after join.`);
  }
}
