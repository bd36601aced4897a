import type { OutgoingTrack } from '../../engine/port.ts';
import type { TrackState } from '../../participants/participant.ts';

/** A local track by name, and its state in `participants().local`. */
export interface LocalTrack extends OutgoingTrack {
  readonly state: TrackState;
}

/** How a track is encoded; may be set before the track exists. */
export type TrackTreatment = Pick<OutgoingTrack, 'encodings' | 'audioMode'>;

export interface LocalTracksCallbacks {
  /** To be sent, or sent differently; not called while nothing but `state` changes. */
  onChanged(track: LocalTrack): void;
  onStateChanged(): void;
}

/** The name under which `update` sets the default encoding of custom videos. */
const DEFAULTS = 'customVideoDefaults';

/** All local tracks by name: between the devices, which set them, and the connection, which sends them. */
export class LocalTracks {
  readonly #callbacks: LocalTracksCallbacks;
  readonly #tracks = new Map<string, LocalTrack>();
  readonly #treatments = new Map<string, TrackTreatment>();

  constructor(callbacks: LocalTracksCallbacks) {
    this.#callbacks = callbacks;
  }

  /** Tracks with a state to show, even when nothing is sent under the name. */
  all(): readonly LocalTrack[] {
    return [...this.#tracks.values()];
  }

  get(name: string): LocalTrack | undefined {
    return this.#tracks.get(name);
  }

  /** Fields that are not given keep their value. */
  set(given: LocalTrack): void {
    const before = this.#tracks.get(given.name);
    const track = { ...this.#treatmentOf(given), ...given };
    this.#tracks.set(track.name, track);
    if (before === undefined || !isSentAlike(before, track)) this.#callbacks.onChanged(track);
    this.#callbacks.onStateChanged();
  }

  /** Changes how a track is encoded, now and whenever it is set again. */
  update(name: string, treatment: TrackTreatment): void {
    this.#treatments.set(name, { ...this.#treatments.get(name), ...treatment });
    const track = this.#tracks.get(name);
    if (track !== undefined) this.set({ ...track, ...treatment });
  }

  #treatmentOf({ name, media }: LocalTrack): TrackTreatment | undefined {
    const isCustomVideo = media === 'video' && name !== 'video' && name !== 'screenVideo';
    return this.#treatments.get(name) ?? this.#treatments.get(isCustomVideo ? DEFAULTS : '');
  }

  /** A custom track that is gone; its name may be used again. */
  remove(name: string): void {
    const before = this.#tracks.get(name);
    if (before === undefined) return;
    this.#tracks.delete(name);
    if (before.track !== null) this.#callbacks.onChanged({ ...before, track: null, on: false });
    this.#callbacks.onStateChanged();
  }
}

function isSentAlike(a: LocalTrack, b: LocalTrack): boolean {
  return (
    a.track === b.track &&
    a.on === b.on &&
    a.encodings === b.encodings &&
    a.audioMode === b.audioMode
  );
}
