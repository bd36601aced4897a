import type { WireParticipant } from '@kindling/protocol/room';
import { completeParticipant, type Participant, type TrackState } from './participant.ts';
import { readPermissions } from './read-permissions.ts';

export interface TrackChange {
  readonly participant: Participant | null;
  readonly track: MediaStreamTrack;
  readonly type: string;
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

/** The remote participants, from the server's snapshots; calls back for what changed between two. */
export class RemoteParticipants {
  readonly #entries = new Map<string, Entry>();
  readonly #callbacks: RemoteParticipantsCallbacks;
  /** Session ids of those who record, the local one included. */
  readonly recorders = new Set<string>();

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

  /** Participants who were there first: known at once, announced after `joined-meeting`. */
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

  /** Something about a participant changed that the server does not send. */
  refresh(sessionId: string): void {
    const entry = this.#entries.get(sessionId);
    if (entry !== undefined) this.handleUpdated(entry.wire);
  }

  /** The connection's tracks changed: looks each one up again. */
  handleTracksChanged(): void {
    for (const entry of [...this.#entries.values()]) this.handleUpdated(entry.wire);
  }

  /** How many transceivers of each kind are missing for the tracks that are subscribed to and on. */
  missingTransceivers(): { audio: number; video: number } {
    const needed = { audio: 0, video: 0 };
    for (const { wire } of this.#entries.values()) {
      for (const { media, state, subscribed, mid } of Object.values(wire.tracks)) {
        if (subscribed && mid === null && state !== 'off' && state !== 'blocked')
          needed[media] += 1;
      }
    }
    return needed;
  }

  /** The local session ended: all participants are removed. */
  clear(): void {
    const participants = this.all();
    this.#entries.clear();
    this.recorders.clear();
    for (const participant of participants) {
      for (const { type, track } of playing(participant)) {
        this.#callbacks.onTrackStopped({ participant: null, track, type });
      }
      this.#callbacks.onLeft(participant, undefined);
    }
  }

  #complete(wire: WireParticipant): Participant {
    const states = Object.fromEntries(
      Object.keys(wire.tracks).map((name) => [name, this.#trackState(wire, name)]),
    );
    return completeParticipant({
      session_id: wire.sessionId,
      user_id: wire.userId ?? wire.sessionId,
      user_name: wire.userName,
      ...(wire.userData === undefined ? {} : { userData: wire.userData }),
      local: false,
      record: this.recorders.has(wire.sessionId),
      owner: wire.owner,
      joined_at: new Date(wire.joinedAt),
      ...(wire.participantType === 'remote-media-player'
        ? { participantType: wire.participantType }
        : {}),
      permissions: readPermissions(wire.permissions, wire.owner),
      tracks: { audio: NONE, video: NONE, screenAudio: NONE, screenVideo: NONE, ...states },
    });
  }

  #trackState(wire: WireParticipant, name: string): TrackState {
    const wireTrack = wire.tracks[name];
    if (wireTrack === undefined) return NONE;
    const { subscribed, state } = wireTrack;
    if (state === 'off') return { subscribed, state, off: OFF_REASONS[wireTrack.off ?? 'user'] };
    // For published clients `playable` means: subscribed, and the track has arrived.
    if (!subscribed) return { subscribed, state: state === 'playable' ? 'sendable' : state };
    const track = wireTrack.mid === null ? undefined : this.#callbacks.findTrack(wireTrack.mid);
    if (track === undefined) return { subscribed, state: state === 'playable' ? 'loading' : state };
    if (state !== 'playable') return { subscribed, state, persistentTrack: track };
    return { subscribed, state, track, persistentTrack: track };
  }

  #compareTracks(before: Participant | undefined, participant: Participant): void {
    const names = new Set([
      ...Object.keys(before?.tracks ?? {}),
      ...Object.keys(participant.tracks),
    ]);
    for (const type of names) {
      const old = before?.tracks[type]?.track;
      const now = participant.tracks[type]?.track;
      if (old === now) continue;
      if (old !== undefined) this.#callbacks.onTrackStopped({ participant, track: old, type });
      if (now !== undefined) this.#callbacks.onTrackStarted({ participant, track: now, type });
    }
  }
}

const NONE: TrackState = { subscribed: false, state: 'off' };

const OFF_REASONS = {
  user: { byUser: true },
  'remote-request': { byRemoteRequest: true },
  permission: { byCanSendPermission: true },
  bandwidth: { byBandwidth: true },
} as const satisfies Record<string, NonNullable<TrackState['off']>>;

function playing(participant: Participant): { type: string; track: MediaStreamTrack }[] {
  return Object.entries(participant.tracks).flatMap(([type, state]) =>
    state?.track === undefined ? [] : [{ type, track: state.track }],
  );
}
