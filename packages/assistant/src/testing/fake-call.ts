import {
  type CallEventName,
  type CallEventPayloads,
  type CallEvents,
  type CallObject,
  type Participant,
  TypedEmitter,
} from '@kindling/call';

/** A call object whose room a test speaks for. */
export class FakeCall extends TypedEmitter<CallEvents> {
  readonly done: unknown[] = [];
  state = 'joined-meeting';
  audio = true;
  sentTrack: object | undefined;
  observesMicrophone = false;
  /** What a method fails with, by its name. */
  failures: Readonly<Record<string, Error>> = {};
  /** Null: the device cannot be opened, and what was sent stays. */
  nextTrack: object | null = null;

  tell<N extends CallEventName>(action: N, payload: CallEventPayloads[N]): void {
    this.emit(action, ...([{ action, callClientId: 'call', ...payload }] as never));
  }

  meetingState(): string {
    return this.state;
  }

  localAudio(): boolean {
    return this.audio;
  }

  setLocalAudio(enabled: boolean): void {
    this.audio = enabled;
    this.done.push(['setLocalAudio', enabled]);
  }

  sendAppMessage(data: unknown): void {
    this.done.push(['sendAppMessage', data]);
  }

  updateParticipant(sessionId: string, update: unknown): void {
    this.done.push(['updateParticipant', sessionId, update]);
  }

  participants() {
    return { local: { tracks: { audio: { persistentTrack: this.sentTrack } } } };
  }

  async setInputDevicesAsync(choice: unknown): Promise<void> {
    this.done.push(['setInputDevicesAsync', choice]);
    if (this.nextTrack !== null) this.sentTrack = this.nextTrack;
  }

  async updateInputSettings(settings: unknown): Promise<void> {
    this.#do('updateInputSettings', settings);
  }

  async join(options: unknown): Promise<void> {
    this.#do('join', options);
    this.state = 'joined-meeting';
  }

  startRecording(options: unknown): void {
    this.#do('startRecording', options);
  }

  stopRecording(): void {
    this.#do('stopRecording');
  }

  async startRemoteParticipantsAudioLevelObserver(interval: number): Promise<void> {
    this.#do('startRemoteParticipantsAudioLevelObserver', interval);
  }

  isLocalAudioLevelObserverRunning(): boolean {
    return this.observesMicrophone;
  }

  async startLocalAudioLevelObserver(interval: number): Promise<void> {
    this.#do('startLocalAudioLevelObserver', interval);
    this.observesMicrophone = true;
  }

  startScreenShare(options: unknown): void {
    this.#do('startScreenShare', options);
  }

  stopScreenShare(): void {
    this.#do('stopScreenShare');
  }

  async setOutputDeviceAsync(choice: unknown): Promise<void> {
    this.#do('setOutputDeviceAsync', choice);
  }

  #do(method: string, ...args: readonly unknown[]): void {
    const failure = this.failures[method];
    if (failure !== undefined) throw failure;
    this.done.push([method, ...args]);
  }

  async destroy(): Promise<void> {
    this.done.push(['destroy']);
    this.state = 'left-meeting';
    this.tell('left-meeting', { reason: 'left' });
  }
}

export function asCall(call: FakeCall): CallObject {
  return call as unknown as CallObject;
}

export function fakeParticipant(fields: Partial<Participant>): Participant {
  return { session_id: 'agent', user_name: 'Vapi Speaker', local: false, ...fields } as Participant;
}
