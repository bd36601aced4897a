import type { Emit } from '../call-events.ts';
import type { Microphone } from '../devices/microphone.ts';
import { completeParticipant, type Participant, type TrackState } from './participant.ts';

export interface LocalDetails {
  readonly sessionId: string;
  readonly joinedAt: Date | null;
  readonly userName: string;
  readonly userData: unknown;
}

const OFF: TrackState = { subscribed: true, state: 'off', off: { byUser: true } };

/** Oneself as the others see it; says when one's own track starts and stops. */
export class LocalParticipant {
  readonly #microphone: Microphone;
  readonly #emit: Emit;
  #playing: MediaStreamTrack | undefined;

  constructor(microphone: Microphone, emit: Emit) {
    this.#microphone = microphone;
    this.#emit = emit;
  }

  describe({ sessionId, joinedAt, userName, userData }: LocalDetails): Participant {
    return completeParticipant({
      session_id: sessionId,
      user_name: userName,
      ...(userData === undefined ? {} : { userData }),
      local: true,
      owner: false,
      ...(joinedAt === null ? {} : { joined_at: joinedAt }),
      tracks: { audio: this.#microphone.state, video: OFF, screenAudio: OFF, screenVideo: OFF },
    });
  }

  handleJoined(participant: Participant): void {
    this.#compare(participant);
  }

  handleChanged(participant: Participant): void {
    this.#emit('participant-updated', { participant });
    this.#compare(participant);
  }

  handleLeft(): void {
    if (this.#playing !== undefined) {
      this.#emit('track-stopped', { participant: null, track: this.#playing, type: 'audio' });
    }
    this.#playing = undefined;
  }

  #compare(participant: Participant): void {
    const { track } = participant.tracks.audio;
    const before = this.#playing;
    if (before === track) return;
    this.#playing = track;
    if (before !== undefined) {
      this.#emit('track-stopped', { participant, track: before, type: 'audio' });
    }
    if (track !== undefined) this.#emit('track-started', { participant, track, type: 'audio' });
  }
}
