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
    this.done.push(['updateInputSettings', settings]);
  }

  async destroy(): Promise<void> {
    this.done.push(['destroy']);
    this.tell('left-meeting', { reason: 'left' });
  }
}

export function asCall(call: FakeCall): CallObject {
  return call as unknown as CallObject;
}

export function fakeParticipant(fields: Partial<Participant>): Participant {
  return { session_id: 'agent', user_name: 'Vapi Speaker', local: false, ...fields } as Participant;
}
