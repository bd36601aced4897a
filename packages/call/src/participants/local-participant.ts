import type { CallHooks } from '../core/call-context.ts';
import type { Emit } from '../core/call-events.ts';
import type { TypedEmitter } from '../core/typed-emitter.ts';
import type { LocalTrack, LocalTracks } from '../media/local-tracks/local-tracks.ts';
import { maySend } from './local-permissions.ts';
import {
  completeParticipant,
  type Participant,
  type ParticipantPermissions,
  type TrackState,
} from './participant.ts';

export interface LocalDetails {
  readonly sessionId: string;
  readonly userId: string;
  readonly joinedAt: Date | null;
  readonly ejectAt: Date | null;
  readonly networkQualityState: NonNullable<Participant['networkQualityState']>;
  readonly userName: string;
  readonly userData: unknown;
  readonly owner: boolean;
  readonly record: boolean;
  readonly permissions: ParticipantPermissions;
}

const NOT_PERMITTED: TrackState = {
  subscribed: true,
  state: 'off',
  off: { byCanSendPermission: true },
};
const SWITCHED_OFF: TrackState = {
  subscribed: true,
  state: 'off',
  off: { byRemoteRequest: true },
};
const OFF: TrackState = { subscribed: true, state: 'off', off: { byUser: true } };

/** The local participant as others see it; emits events when local tracks start and stop. */
export class LocalParticipant {
  readonly #tracks: LocalTracks;
  readonly #emit: Emit;
  /** Tracks that an owner switched off and that were not switched on since. */
  readonly #muted = new Set<string>();
  #playing = new Map<string, MediaStreamTrack>();

  constructor(tracks: LocalTracks, emit: Emit, hooks: TypedEmitter<CallHooks>) {
    this.#tracks = tracks;
    this.#emit = emit;
    hooks.on('event', (event) => {
      if (event.type !== 'self-updated') return;
      for (const name of event.tracksOff ?? []) this.#muted.add(name);
    });
  }

  describe(details: LocalDetails): Participant {
    const states = Object.fromEntries(
      this.#tracks.all().map((track) => [track.name, this.#stateOf(track, details.permissions)]),
    );
    return completeParticipant({
      session_id: details.sessionId,
      user_id: details.userId,
      user_name: details.userName,
      ...(details.userData === undefined ? {} : { userData: details.userData }),
      local: true,
      record: details.record,
      networkQualityState: details.networkQualityState,
      owner: details.owner,
      ...(details.joinedAt === null ? {} : { joined_at: details.joinedAt }),
      ...(details.ejectAt === null ? {} : { will_eject_at: details.ejectAt }),
      permissions: details.permissions,
      tracks: { audio: OFF, video: OFF, screenAudio: OFF, screenVideo: OFF, ...states },
    });
  }

  handleJoined(participant: Participant): void {
    this.#compare(participant);
  }

  handleChanged(participant: Participant): void {
    for (const name of this.#muted) if (this.#tracks.get(name)?.on) this.#muted.delete(name);
    this.#emit('participant-updated', { participant });
    this.#compare(participant);
  }

  handleLeft(): void {
    this.#muted.clear();
    for (const [type, track] of this.#playing) {
      this.#emit('track-stopped', { participant: null, track, type });
    }
    this.#playing = new Map();
  }

  #stateOf({ name, media, state }: LocalTrack, permissions: ParticipantPermissions): TrackState {
    if (!maySend(permissions, name, media)) return NOT_PERMITTED;
    return state.state === 'off' && this.#muted.has(name) ? SWITCHED_OFF : state;
  }

  #compare(participant: Participant): void {
    const before = this.#playing;
    const now = new Map<string, MediaStreamTrack>();
    for (const [name, state] of Object.entries(participant.tracks)) {
      if (state?.track !== undefined) now.set(name, state.track);
    }
    this.#playing = now;
    for (const [type, track] of before) {
      if (now.get(type) !== track) this.#emit('track-stopped', { participant, track, type });
    }
    for (const [type, track] of now) {
      if (before.get(type) !== track) this.#emit('track-started', { participant, track, type });
    }
  }
}
