import type { CallEvent, CallObject, Clock } from '@kindling/call';
import {
  ASSISTANT_USER_NAME,
  LISTENING_MESSAGE,
  PLAYABLE_MESSAGE,
} from '@kindling/protocol/constants';
import { AudioPlayers } from '../audio/audio-players.ts';
import { SpeechDetector } from '../audio/speech-detector.ts';
import type { GrantedMicrophone } from '../microphone/microphone-permission.ts';
import { SentMicrophone } from '../microphone/sent-microphone.ts';
import type { VapiClientMessage, VapiEmit } from '../vapi-events.ts';
import { type CallEndReason, classifyEnd } from './call-end.ts';
import { parseServerMessage } from './server-message.ts';

export interface CallSessionOptions {
  readonly call: CallObject;
  readonly microphone: GrantedMicrophone;
  readonly clock: Clock;
  readonly emit: VapiEmit;
  readonly recordsVideo: boolean;
  /** The assistant sends video. */
  readonly showsVideo: boolean;
  /** Called once, after everything is freed and before `call-end` is emitted. */
  readonly onEnded: () => void;
}

/** How fatal kinds of the call library are reported as an end. */
const END_BY_ERROR: Readonly<Record<string, CallEndReason>> = {
  'connection-error': 'kindling.connection-lost',
  'exp-room': 'exceeded-max-duration',
  'exp-token': 'exceeded-max-duration',
  ejected: 'manually-canceled',
};

const FORWARDED = ['camera-error', 'network-quality-change', 'network-connection'] as const;

/** One call: turns the call object's events into the client's, and ends once. */
export class CallSession {
  readonly call: CallObject;
  readonly players: AudioPlayers;
  readonly microphone: SentMicrophone;
  readonly #options: CallSessionOptions;
  readonly #speech: SpeechDetector;
  #mutedByPerson = false;
  #listening = false;
  #endEmitted = false;
  #endReason: CallEndReason | null = null;
  #ended = false;

  constructor(options: CallSessionOptions) {
    const { call, emit, clock } = options;
    this.#options = options;
    this.call = call;
    this.players = new AudioPlayers(emit);
    this.microphone = new SentMicrophone(call, options.microphone, emit);
    this.#speech = new SpeechDetector(clock, emit);
    this.#listen();
  }

  get joined(): boolean {
    return this.call.meetingState() === 'joined-meeting';
  }

  setMuted(muted: boolean): void {
    this.#mutedByPerson = muted;
    this.call.setLocalAudio(!muted);
  }

  send(message: VapiClientMessage): void {
    this.call.sendAppMessage(JSON.stringify(message));
  }

  /** Emits the level of the microphone; started once there is a listener. */
  observeMicrophone(): void {
    const { call } = this;
    if (!this.joined || call.isLocalAudioLevelObserverRunning()) return;
    call.startLocalAudioLevelObserver(100).catch(() => {});
  }

  /** Leaves; `call-end` follows at once. A later reason changes nothing. */
  end(reason: CallEndReason): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#endReason ??= reason;
    this.#finish(this.#endReason);
  }

  #listen(): void {
    const { call } = this;
    const { emit, recordsVideo, showsVideo } = this.#options;
    call.on('left-meeting', ({ reason }) => this.end(reasonOfLeaving(reason)));
    call.on('error', (event) => this.#handleError(event));
    for (const name of FORWARDED) call.on(name, (event) => emit(name, event as never));
    call.on('participant-joined', ({ participant }) => {
      const setSubscribedTracks = { audio: true, video: recordsVideo || showsVideo };
      call.updateParticipant(participant.session_id, { setSubscribedTracks });
    });
    call.on('participant-updated', ({ participant }) => {
      emit('daily-participant-updated', participant);
    });
    call.on('participant-left', ({ participant }) => this.players.remove(participant.session_id));
    call.on('track-started', (event) => this.#handleTrack(event));
    call.on('app-message', ({ data }) => this.#handleAppMessage(data));
    call.on('local-audio-level', ({ audioLevel }) => emit('local-volume-level', audioLevel));
    call.on('remote-participants-audio-level', ({ participantsAudioLevel }) => {
      this.#speech.handleLevels(participantsAudioLevel);
    });
    // Chosen on the call object, or remembered from an earlier call.
    call.on('selected-devices-updated', ({ devices: { speaker } }) => {
      if ('deviceId' in speaker) this.players.setOutputDevice(speaker.deviceId).catch(() => {});
    });
    call.on('nonfatal-error', ({ type }) => {
      if (type === 'audio-processor-error') this.#recoverAudio().catch(() => {});
    });
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
      // Sent again after a reconnection: the call starts only once.
      if (!this.#listening) emit('call-start');
      this.#listening = true;
      return;
    }
    const message = parseServerMessage(data);
    if (message === null) return;
    if (message.type === 'status-update' && message.status === 'ended') {
      this.#endEmitted = true;
      this.#endReason ??= message.endedReason ?? null;
    }
    emit('message', message);
  }

  #handleError(event: CallEvent<'error'>): void {
    this.#endReason ??= END_BY_ERROR[event.error.type] ?? 'pipeline-error';
    this.#options.emit('error', {
      type: 'call-error',
      message: event.errorMsg,
      ...event,
    });
    this.#stopRecording();
  }

  /** The processor failed: the plain microphone is better than none, unless it was muted. */
  async #recoverAudio(): Promise<void> {
    await this.call.updateInputSettings({ audio: { processor: { type: 'none' } } });
    if (!this.#ended && !this.#mutedByPerson) this.call.setLocalAudio(true);
  }

  #stopRecording(): void {
    // Outside the room nothing can be stopped; the room stops it with the call.
    if (this.#options.recordsVideo && this.joined) this.call.stopRecording();
  }

  #finish(reason: CallEndReason): void {
    const { emit, onEnded } = this.#options;
    this.#speech.stop();
    this.#stopRecording();
    void this.call.destroy();
    this.microphone.release();
    this.players.clear();
    onEnded();
    emit('call-end', { reason, kind: classifyEnd(reason) });
    if (!this.#endEmitted) {
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
