import type { TrackKind } from '@kindling/protocol/room';

export type TrackStatus = 'blocked' | 'off' | 'sendable' | 'loading' | 'interrupted' | 'playable';

/** One track of a participant, in the shape published clients read. */
export interface TrackState {
  readonly subscribed: boolean | 'staged';
  readonly state: TrackStatus;
  readonly blocked?: {
    readonly byDeviceMissing?: boolean;
    readonly byDeviceInUse?: boolean;
    readonly byPermissions?: boolean;
  };
  readonly off?: {
    readonly byUser?: boolean;
    readonly byRemoteRequest?: boolean;
    readonly byBandwidth?: boolean;
    readonly byCanSendPermission?: boolean;
    readonly byServerLimit?: boolean;
  };
  /** Only while `state` is `playable`. */
  readonly track?: MediaStreamTrack;
  /** Also while the track is muted or interrupted. */
  readonly persistentTrack?: MediaStreamTrack;
}

/** Custom tracks are among them under their own names. */
export type ParticipantTracks = Readonly<Record<TrackKind, TrackState>> & {
  readonly rmpAudio?: TrackState;
  readonly rmpVideo?: TrackState;
  readonly [name: string]: TrackState | undefined;
};

export type CanSend =
  | 'video'
  | 'audio'
  | 'screenVideo'
  | 'screenAudio'
  | 'customVideo'
  | 'customAudio';
export type CanAdmin = 'participants' | 'streaming' | 'transcription';

export interface CanReceiveMedia {
  readonly video?: boolean;
  readonly audio?: boolean;
  readonly screenVideo?: boolean;
  readonly screenAudio?: boolean;
  readonly customVideo?: { readonly [name: string]: boolean };
  readonly customAudio?: { readonly [name: string]: boolean };
}

/** The base rule covers every kind; `*`: custom tracks of other names. */
export interface CanReceiveBase {
  readonly video: boolean;
  readonly audio: boolean;
  readonly screenVideo: boolean;
  readonly screenAudio: boolean;
  readonly customVideo: { '*': boolean; [name: string]: boolean };
  readonly customAudio: { '*': boolean; [name: string]: boolean };
}

export interface ParticipantPermissions {
  readonly hasPresence: boolean;
  readonly canSend: Set<CanSend> | boolean;
  readonly canReceive: {
    readonly base: boolean | CanReceiveBase;
    readonly byUserId?: { readonly [userId: string]: boolean | CanReceiveMedia };
    readonly byParticipantId?: { readonly [sessionId: string]: boolean | CanReceiveMedia };
  };
  readonly canAdmin: Set<CanAdmin> | boolean;
}

/** A participant in the room, the local one included. */
export interface Participant {
  readonly session_id: string;
  readonly user_id: string;
  readonly user_name: string;
  readonly userData?: unknown;
  readonly local: boolean;
  readonly owner: boolean;
  readonly joined_at?: Date;
  /** When the room or the token removes them; known of the local participant only. The epoch: never. */
  readonly will_eject_at: Date;
  readonly networkQualityState?: 'good' | 'warning' | 'bad' | 'unknown';
  readonly participantType?: 'remote-media-player' | 'unknown';
  readonly tracks: ParticipantTracks;
  readonly audio: boolean;
  readonly video: boolean;
  readonly screen: boolean;
  /** Whether a recording runs that they started; a local one is known only in its own browser. */
  readonly record: boolean;
  /** Named for published clients: tiles of the prebuilt page are not measured. */
  readonly cam_info: Readonly<Record<never, never>>;
  readonly screen_info: Readonly<Record<never, never>>;
  readonly permissions: ParticipantPermissions;
}

/** All participants by session id, the local one under `local`. */
export interface Participants {
  readonly local: Participant;
  readonly [sessionId: string]: Participant;
}

/** How many participants are visible, the local one included, and how many are hidden. */
export interface ParticipantCounts {
  readonly present: number;
  readonly hidden: number;
}

/** A participant who requests access. */
export interface WaitingParticipant {
  readonly id: string;
  readonly name: string;
  readonly awaitingAccess: { readonly level: 'none' | 'lobby' | 'full' };
}

export const TRACK_KINDS = [
  'audio',
  'video',
  'screenAudio',
  'screenVideo',
] as const satisfies readonly TrackKind[];

/** The default permissions. */
export function defaultPermissions(owner: boolean): ParticipantPermissions {
  return { hasPresence: true, canSend: true, canReceive: { base: true }, canAdmin: owner };
}

/** Adds the fields that follow from others. */
export function completeParticipant(
  base: Omit<
    Participant,
    'audio' | 'video' | 'screen' | 'cam_info' | 'screen_info' | 'will_eject_at'
  > & { readonly will_eject_at?: Date },
): Participant {
  const isOn = (kind: TrackKind) =>
    base.tracks[kind].state !== 'off' && base.tracks[kind].state !== 'blocked';
  return {
    will_eject_at: new Date(0),
    ...base,
    cam_info: {},
    screen_info: {},
    audio: isOn('audio'),
    video: isOn('video'),
    screen: isOn('screenVideo'),
  };
}
