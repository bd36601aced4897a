import type { CallEvent, CallObject, Clock, InputDeviceChoice } from '@kindling/call';
import {
  ASSISTANT_USER_NAME,
  LISTENING_MESSAGE,
  PLAYABLE_MESSAGE,
} from '@kindling/protocol/constants';
import { AudioPlayers } from './audio-players.ts';
import { type AmplifiedMicrophone, amplifyMicrophone } from './microphone-gain.ts';
import type { GrantedMicrophone } from './microphone-permission.ts';
import { listMicrophones } from './microphones.ts';
import { parseServerMessage } from './server-message.ts';
import { SpeechDetector } from './speech-detector.ts';
import type { CallEndReason, VapiClientMessage, VapiEmit } from './vapi-events.ts';

export interface CallSessionOptions {
  readonly call: CallObject;
  readonly microphone: GrantedMicrophone;
  readonly clock: Clock;
  readonly emit: VapiEmit;
  readonly subscribesToVideo: boolean;
  /** Once, after everything is freed and told. */
  readonly onEnded: () => void;
}

/** How fatal kinds of the call library are reported as an end. */
const END_BY_ERROR: Readonly<Record<string, CallEndReason>> = {
  'connection-error': 'kindling.connection-lost',
  'exp-room': 'exceeded-max-duration',
  'exp-token': 'exceeded-max-duration',
  ejected: 'manually-canceled',
};

/** One call: turns the call object's events into the client's, and ends once. */
export class CallSession {
  readonly call: CallObject;
  readonly players = new AudioPlayers();
  readonly #options: CallSessionOptions;
  readonly #speech: SpeechDetector;
  #amplified: AmplifiedMicrophone | null = null;
  #mutedByPerson = false;
  #devices: readonly MediaDeviceInfo[] = [];
  #usedMicrophoneId: string | null = null;
  #listening = false;
  #toldEnded = false;
  #endReason: CallEndReason | null = null;
  #ended = false;

  constructor(options: CallSessionOptions) {
    const { call, emit, clock } = options;
    this.#options = options;
    this.call = call;
    this.#speech = new SpeechDetector(clock, {
      onVolume: (volume) => emit('volume-level', volume),
      onSpeechStart: () => emit('speech-start'),
      onSpeechEnd: () => emit('speech-end'),
    });
    this.#listen();
  }

  get ended(): boolean {
    return this.#ended;
  }

  get joined(): boolean {
    return this.call.meetingState() === 'joined-meeting';
  }

  get muted(): boolean {
    return this.call.localAudio() === false;
  }

  setMuted(muted: boolean): void {
    this.#mutedByPerson = muted;
    this.call.setLocalAudio(!muted);
  }

  /** The microphone that was granted at the start is let go of when another one is taken. */
  async setInputDevices(devices: InputDeviceChoice): Promise<void> {
    const before = this.#sentTrack;
    await this.call.setInputDevicesAsync(devices);
    // It could not be opened: the one before is still heard.
    if (this.#sentTrack === before) return;
    this.#amplified?.close();
    this.#amplified = null;
    this.#releaseGranted();
  }

  get #sentTrack(): MediaStreamTrack | undefined {
    return this.call.participants().local.tracks.audio.persistentTrack;
  }

  async setMicrophoneGain(gain: number): Promise<void> {
    if (this.#amplified === null) {
      const { track } = this.call.participants().local.tracks.audio;
      if (track === undefined) throw new Error('There is no microphone to amplify.');
      this.#amplified = amplifyMicrophone(track);
      await this.call.setInputDevicesAsync({ audioSource: this.#amplified.track });
    }
    this.#amplified?.setGain(gain);
  }

  send(message: VapiClientMessage): void {
    this.call.sendAppMessage(JSON.stringify(message));
  }

  /** Leaves; `call-end` follows at once. A later reason changes nothing. */
  end(reason: CallEndReason): void {
    if (this.#ended) return;
    this.#endReason ??= reason;
    this.#finish();
  }

  #listen(): void {
    const { call } = this;
    const { emit } = this.#options;
    call.on('left-meeting', ({ reason }) => this.end(reasonOfLeaving(reason)));
    call.on('error', (event) => this.#handleError(event));
    call.on('camera-error', (event) => emit('camera-error', event));
    call.on('available-devices-updated', ({ availableDevices }) => {
      this.#devices = availableDevices;
      this.#tellMicrophones();
    });
    call.on('selected-devices-updated', ({ devices: { mic } }) => {
      this.#usedMicrophoneId = 'deviceId' in mic ? mic.deviceId : null;
      this.#tellMicrophones();
    });
    call.on('network-quality-change', (event) => emit('network-quality-change', event));
    call.on('network-connection', (event) => emit('network-connection', event));
    call.on('participant-joined', ({ participant }) => {
      call.updateParticipant(participant.session_id, {
        setSubscribedTracks: { audio: true, video: this.#options.subscribesToVideo },
      });
    });
    call.on('participant-updated', ({ participant }) => {
      emit('daily-participant-updated', participant);
    });
    call.on('participant-left', ({ participant }) => this.players.remove(participant.session_id));
    call.on('track-started', (event) => this.#handleTrack(event));
    call.on('app-message', ({ data }) => this.#handleAppMessage(data));
    call.on('remote-participants-audio-level', ({ participantsAudioLevel }) => {
      this.#speech.handleLevels(participantsAudioLevel);
    });
    call.on('nonfatal-error', ({ type }) => {
      if (type === 'audio-processor-error') void this.#recoverAudio();
    });
    const { source } = this.#options.microphone;
    if (typeof source === 'object') source.addEventListener('ended', this.#handleUnplugged);
  }

  #tellMicrophones(): void {
    const { emit } = this.#options;
    emit('microphones-updated', listMicrophones(this.#devices, this.#usedMicrophoneId));
  }

  #handleTrack({ participant, track }: CallEvent<'track-started'>): void {
    if (participant === null || participant.local) return;
    if (participant.user_name !== ASSISTANT_USER_NAME) return;
    if (track.kind === 'video') this.#options.emit('video', track);
    if (track.kind === 'audio') this.players.play(participant.session_id, track);
    this.call.sendAppMessage(PLAYABLE_MESSAGE);
  }

  #handleAppMessage(data: unknown): void {
    const { emit } = this.#options;
    if (data === LISTENING_MESSAGE) {
      // Said again after a reconnection: the call has started once.
      if (!this.#listening) emit('call-start');
      this.#listening = true;
      return;
    }
    const message = parseServerMessage(data);
    if (message === null) return;
    if (message.type === 'status-update' && message.status === 'ended') {
      this.#toldEnded = true;
      this.#endReason ??= message.endedReason ?? null;
    }
    emit('message', message);
  }

  #handleError(event: CallEvent<'error'>): void {
    this.#endReason ??= END_BY_ERROR[event.error.type] ?? 'pipeline-error';
    this.#options.emit('error', { type: 'call-error', ...event });
  }

  /** The processor failed: the plain microphone is better than none, unless it was muted. */
  async #recoverAudio(): Promise<void> {
    await this.call.updateInputSettings({ audio: { processor: { type: 'none' } } });
    if (!this.#ended && !this.#mutedByPerson) this.call.setLocalAudio(true);
  }

  readonly #handleUnplugged = () => {
    if (this.#ended) return;
    // A failure arrives as camera-error; the call goes on for listening.
    void this.call.setInputDevicesAsync({ audioDeviceId: null }).catch(() => {});
  };

  #releaseGranted(): void {
    const { source, release } = this.#options.microphone;
    if (typeof source === 'object') source.removeEventListener('ended', this.#handleUnplugged);
    release();
  }

  #finish(): void {
    this.#ended = true;
    const { emit, onEnded } = this.#options;
    const reason = this.#endReason ?? 'customer-ended-call';
    this.#speech.stop();
    void this.call.destroy();
    this.#amplified?.close();
    this.#releaseGranted();
    this.players.clear();
    onEnded();
    emit('call-end', { reason });
    if (!this.#toldEnded) {
      // The server may name a reason that this version does not know.
      const endedReason = reason as Extract<CallEndReason, 'customer-ended-call'>;
      emit('message', { type: 'status-update', status: 'ended', endedReason });
    }
  }
}

function reasonOfLeaving(reason: CallEvent<'left-meeting'>['reason']): CallEndReason {
  if (reason === 'ended') return 'assistant-ended-call';
  return reason === 'left' ? 'customer-ended-call' : (END_BY_ERROR[reason] ?? 'pipeline-error');
}
