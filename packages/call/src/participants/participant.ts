import type { TrackKind } from '@kindling/protocol/room';

export type TrackStatus = 'blocked' | 'off' | 'sendable' | 'loading' | 'interrupted' | 'playable';

/** One track of a participant, in the shape published clients read. */
export interface TrackState {
  readonly subscribed: boolean;
  readonly state: TrackStatus;
  readonly blocked?: {
    readonly byDeviceMissing?: boolean;
    readonly byDeviceInUse?: boolean;
    readonly byPermissions?: boolean;
  };
  readonly off?: { readonly byUser?: boolean };
  /** Only while `state` is `playable`. */
  readonly track?: MediaStreamTrack;
  /** Also while the track is muted or interrupted. */
  readonly persistentTrack?: MediaStreamTrack;
}

export type ParticipantTracks = Readonly<Record<TrackKind, TrackState>>;

export interface ParticipantPermissions {
  readonly hasPresence: boolean;
  readonly canSend: boolean;
  readonly canReceive: { readonly base: boolean };
  readonly canAdmin: boolean;
}

/** Somebody in the room, oneself (`local`) included. */
export interface Participant {
  readonly session_id: string;
  readonly user_id: string;
  readonly user_name: string;
  readonly userData?: unknown;
  readonly local: boolean;
  readonly owner: boolean;
  readonly joined_at?: Date;
  readonly tracks: ParticipantTracks;
  readonly audio: boolean;
  readonly video: boolean;
  readonly screen: boolean;
  readonly record: boolean;
  readonly permissions: ParticipantPermissions;
}

/** Everybody by session id, oneself under `local`. */
export interface Participants {
  readonly local: Participant;
  readonly [sessionId: string]: Participant;
}

export interface ParticipantCounts {
  readonly present: number;
  readonly hidden: number;
}

export const TRACK_KINDS = [
  'audio',
  'video',
  'screenAudio',
  'screenVideo',
] as const satisfies readonly TrackKind[];

/** The parts of a participant that follow from the rest. */
export function completeParticipant(
  base: Omit<Participant, 'audio' | 'video' | 'screen' | 'record' | 'permissions' | 'user_id'>,
): Participant {
  const isOn = (kind: TrackKind) =>
    base.tracks[kind].state !== 'off' && base.tracks[kind].state !== 'blocked';
  return {
    ...base,
    user_id: base.session_id,
    audio: isOn('audio'),
    video: isOn('video'),
    screen: isOn('screenVideo'),
    record: false,
    permissions: {
      hasPresence: true,
      canSend: true,
      canReceive: { base: true },
      canAdmin: base.owner,
    },
  };
}
