import type { RoomCommand, WireParticipant } from '@kindling/protocol/room';
import type { OutgoingTrack } from '../port.ts';
import { captureEarlyAudio, type EarlyAudio } from './early-audio.ts';

/** Until the connection is up the microphone is captured instead of sent; the capture is sent first. */
export class EarlyVoice {
  #heard: EarlyAudio | null = null;

  start(microphone: OutgoingTrack | undefined): void {
    this.stop();
    if (microphone?.on === true && microphone.track !== null)
      this.#heard = captureEarlyAudio(microphone.track);
  }

  /** The tracks to send meanwhile: without the captured one. */
  holdBack(tracks: Iterable<OutgoingTrack>): OutgoingTrack[] {
    const held = this.#heard?.track;
    return [...tracks].map((one) =>
      held !== undefined && one.track === held ? { ...one, track: null } : one,
    );
  }

  /** True while this track has to wait; another track, or muting, ends the capture. */
  keepsBack(track: OutgoingTrack): boolean {
    if (track.name !== 'audio' || this.#heard === null) return false;
    if (track.on && track.track === this.#heard.track) return true;
    this.stop();
    return false;
  }

  /** Stops and returns what to send first. Only agents get it; for people it would be too late. */
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
