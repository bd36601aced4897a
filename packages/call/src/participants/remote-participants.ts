import type { TrackKind, WireParticipant } from '@kindling/protocol/room';
import {
  completeParticipant,
  type Participant,
  TRACK_KINDS,
  type TrackState,
} from './participant.ts';

export interface TrackChange {
  readonly participant: Participant | null;
  readonly track: MediaStreamTrack;
  readonly type: TrackKind;
}

export interface RemoteParticipantsCallbacks {
  /** The track received on an m-line of the connection, if there is one. */
  findTrack(mid: string): MediaStreamTrack | undefined;
  onJoined(participant: Participant): void;
  onUpdated(participant: Participant): void;
  onLeft(participant: Participant, reason: string | undefined): void;
  onTrackStarted(change: TrackChange): void;
  onTrackStopped(change: TrackChange): void;
}

interface Entry {
  wire: WireParticipant;
  participant: Participant;
}

/** The others in the room, as the server tells; says what changed between two snapshots. */
export class RemoteParticipants {
  readonly #entries = new Map<string, Entry>();
  readonly #callbacks: RemoteParticipantsCallbacks;

  constructor(callbacks: RemoteParticipantsCallbacks) {
    this.#callbacks = callbacks;
  }

  get size(): number {
    return this.#entries.size;
  }

  all(): readonly Participant[] {
    return [...this.#entries.values()].map((entry) => entry.participant);
  }

  get(sessionId: string): Participant | undefined {
    return this.#entries.get(sessionId)?.participant;
  }

  /** Those who were there first: known at once, announced after one's own arrival. */
  start(wires: readonly WireParticipant[]): void {
    this.#entries.clear();
    for (const wire of wires) {
      this.#entries.set(wire.sessionId, { wire, participant: this.#complete(wire) });
    }
  }

  announce(): void {
    for (const { participant } of [...this.#entries.values()]) {
      this.#callbacks.onJoined(participant);
      this.#compareTracks(undefined, participant);
    }
  }

  handleJoined(wire: WireParticipant): void {
    if (this.#entries.has(wire.sessionId)) {
      this.handleUpdated(wire);
      return;
    }
    const participant = this.#complete(wire);
    this.#entries.set(wire.sessionId, { wire, participant });
    this.#callbacks.onJoined(participant);
    this.#compareTracks(undefined, participant);
  }

  handleUpdated(wire: WireParticipant): void {
    const entry = this.#entries.get(wire.sessionId);
    if (entry === undefined) {
      this.handleJoined(wire);
      return;
    }
    const before = entry.participant;
    entry.wire = wire;
    entry.participant = this.#complete(wire);
    this.#callbacks.onUpdated(entry.participant);
    this.#compareTracks(before, entry.participant);
  }

  handleLeft(sessionId: string, reason?: string): void {
    const entry = this.#entries.get(sessionId);
    if (entry === undefined) return;
    this.#entries.delete(sessionId);
    for (const { type, track } of playing(entry.participant)) {
      this.#callbacks.onTrackStopped({ participant: null, track, type });
    }
    this.#callbacks.onLeft(entry.participant, reason);
  }

  /** The connection's tracks are others now: looks each one up again. */
  handleTracksChanged(): void {
    for (const entry of [...this.#entries.values()]) this.handleUpdated(entry.wire);
  }

  /** Everybody is gone; the tracks stop, nobody is said to have left. */
  clear(): void {
    const participants = this.all();
    this.#entries.clear();
    for (const participant of participants) {
      for (const { type, track } of playing(participant)) {
        this.#callbacks.onTrackStopped({ participant: null, track, type });
      }
    }
  }

  #complete(wire: WireParticipant): Participant {
    const tracks = {
      audio: this.#trackState(wire, 'audio'),
      video: this.#trackState(wire, 'video'),
      screenAudio: this.#trackState(wire, 'screenAudio'),
      screenVideo: this.#trackState(wire, 'screenVideo'),
    };
    return completeParticipant({
      session_id: wire.sessionId,
      user_name: wire.userName,
      ...(wire.userData === undefined ? {} : { userData: wire.userData }),
      local: false,
      owner: wire.owner,
      joined_at: new Date(wire.joinedAt),
      tracks,
    });
  }

  #trackState(wire: WireParticipant, kind: TrackKind): TrackState {
    const told = wire.tracks[kind];
    if (told === undefined) return { subscribed: false, state: 'off' };
    const { subscribed, state } = told;
    if (state === 'off') return { subscribed, state, off: { byUser: true } };
    // Published clients read `playable` as: subscribed, and the track is here.
    if (!subscribed) return { subscribed, state: state === 'playable' ? 'sendable' : state };
    const track = told.mid === null ? undefined : this.#callbacks.findTrack(told.mid);
    if (track === undefined) return { subscribed, state: state === 'playable' ? 'loading' : state };
    if (state !== 'playable') return { subscribed, state, persistentTrack: track };
    return { subscribed, state, track, persistentTrack: track };
  }

  #compareTracks(before: Participant | undefined, participant: Participant): void {
    for (const type of TRACK_KINDS) {
      const old = before?.tracks[type].track;
      const now = participant.tracks[type].track;
      if (old === now) continue;
      if (old !== undefined) this.#callbacks.onTrackStopped({ participant, track: old, type });
      if (now !== undefined) this.#callbacks.onTrackStarted({ participant, track: now, type });
    }
  }
}

function playing(participant: Participant): { type: TrackKind; track: MediaStreamTrack }[] {
  return TRACK_KINDS.flatMap((type) => {
    const { track } = participant.tracks[type];
    return track === undefined ? [] : [{ type, track }];
  });
}
