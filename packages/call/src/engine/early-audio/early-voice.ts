import type { RoomCommand, WireParticipant } from '@kindling/protocol/room';
import type { OutgoingTrack } from '../port.ts';
import { captureEarlyAudio, type EarlyAudio } from './early-audio.ts';

/** Until messages flow the microphone is heard here instead of sent: then what it heard goes first. */
export class EarlyVoice {
  #heard: EarlyAudio | null = null;

  start(microphone: OutgoingTrack | undefined): void {
    if (microphone?.on === true && microphone.track !== null)
      this.#heard = captureEarlyAudio(microphone.track);
  }

  /** The tracks as they are sent meanwhile. */
  holdBack(tracks: Iterable<OutgoingTrack>): OutgoingTrack[] {
    const held = this.#heard?.track;
    return [...tracks].map((one) =>
      held !== undefined && one.track === held ? { ...one, track: null } : one,
    );
  }

  /** True while this track has to wait; another one, or silence, ends the listening. */
  keepsBack(track: OutgoingTrack): boolean {
    if (track.name !== 'audio' || this.#heard === null) return false;
    if (track.on && track.track === this.#heard.track) return true;
    this.stop();
    return false;
  }

  /** Ends it: what to say first. Only agents hear it; to people it would come late. */
  finish(others: readonly WireParticipant[]): readonly RoomCommand[] {
    const chunks = this.#heard?.stop() ?? [];
    this.#heard = null;
    return others.some((one) => one.participantType === 'agent') ? chunks : [];
  }

  stop(): void {
    this.#heard?.stop();
    this.#heard = null;
  }
}
