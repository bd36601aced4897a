import type { CanAdmin, CanSend, ParticipantPermissions } from './participant.ts';
import type { SubscribedTracks } from './subscription.ts';

export interface PermissionsUpdate {
  readonly hasPresence?: boolean;
  readonly canSend?: readonly CanSend[] | ReadonlySet<CanSend> | boolean;
  readonly canReceive?: Partial<ParticipantPermissions['canReceive']>;
  readonly canAdmin?: readonly CanAdmin[] | ReadonlySet<CanAdmin> | boolean;
}

/** What `updateParticipant` may change; for remote participants owners only, except subscriptions. */
export interface ParticipantUpdate {
  /** For remote participants only `false`. */
  readonly setAudio?: boolean;
  readonly setVideo?: boolean;
  readonly setScreenShare?: false;
  readonly setSubscribedTracks?: SubscribedTracks;
  readonly eject?: true;
  readonly updatePermissions?: PermissionsUpdate;
  /** Frames only: the style of their tiles. */
  readonly styles?: object;
}
