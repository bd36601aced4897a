import { CallError } from '../../core/call-error.ts';
import type { MicAudioMode } from '../../options/call-options.ts';
import { TRACK_KINDS } from '../../participants/participant.ts';
import { encodedAs, hintContent } from '../devices/track-constraints.ts';
import type { LocalTracks } from './local-tracks.ts';

/** A track of the page to send beside microphone, camera and screen. */
export interface CustomTrackOptions {
  readonly track: MediaStreamTrack;
  /** Audio only: how it is encoded. */
  readonly mode?: MicAudioMode;
  /** @default a generated name */
  readonly trackName?: string;
}

/** Custom tracks of the page. The page remains responsible for stopping them. */
export class CustomTracks {
  readonly #tracks: LocalTracks;
  readonly #ended = new Map<string, () => void>();
  #count = 0;

  constructor(tracks: LocalTracks) {
    this.#tracks = tracks;
  }

  /**
   * Returns the name.
   *
   * @throws when it is taken
   */
  start({ track, mode, trackName }: CustomTrackOptions): string {
    const name = trackName ?? this.#nextName();
    if (isKind(name) || this.#tracks.get(name) !== undefined) {
      const help = `There is a track '${name}' already: stop it first, or choose another trackName.`;
      throw new CallError('invalid-property', help);
    }
    hintContent(track, mode);
    const media = track.kind === 'video' ? 'video' : 'audio';
    const audioMode = media === 'audio' ? encodedAs(mode) : undefined;
    const handleEnded = () => this.stop(name);
    track.addEventListener('ended', handleEnded);
    this.#ended.set(name, () => track.removeEventListener('ended', handleEnded));
    this.#tracks.set({
      name,
      media,
      track,
      on: true,
      ...(audioMode === undefined ? {} : { audioMode }),
      state: { subscribed: true, state: 'playable', track, persistentTrack: track },
    });
    // Ended while this code was loading: the event does not fire again.
    if (track.readyState === 'ended') this.stop(name);
    return name;
  }

  /** Nothing happens when there is no track of this name. */
  stop(name: string): void {
    const forget = this.#ended.get(name);
    if (forget === undefined) return;
    forget();
    this.#ended.delete(name);
    this.#tracks.remove(name);
  }

  stopAll(): void {
    for (const name of [...this.#ended.keys()]) this.stop(name);
  }

  #nextName(): string {
    let name = '';
    do {
      this.#count += 1;
      name = `customTrack${this.#count}`;
    } while (this.#tracks.get(name) !== undefined);
    return name;
  }
}

function isKind(name: string): boolean {
  return TRACK_KINDS.some((kind) => kind === name);
}
