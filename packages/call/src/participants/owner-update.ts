import type { RoomRequestParams } from '@kindling/protocol/room';
import type { ParticipantPermissions } from './participant.ts';
import type { ParticipantUpdate, PermissionsUpdate } from './participant-update.ts';

type WireUpdate = RoomRequestParams<'update-participant'>;

/** The room command for an owner's update of a participant; null: nothing to send. */
export function describeOwnerUpdate(
  sessionId: string,
  { setAudio, setVideo, setScreenShare, eject, updatePermissions }: ParticipantUpdate,
  before: ParticipantPermissions | undefined,
): WireUpdate | null {
  const off = [
    ...(setAudio === false ? ['audio'] : []),
    ...(setVideo === false ? ['video'] : []),
    ...(setScreenShare === false ? ['screenVideo', 'screenAudio'] : []),
  ];
  const update = {
    ...(off.length === 0
      ? {}
      : { tracks: Object.fromEntries(off.map((name) => [name, false as const])) }),
    ...(eject === true ? { eject } : {}),
    ...(updatePermissions === undefined
      ? {}
      : { permissions: wirePermissions(updatePermissions, before) }),
  };
  return Object.keys(update).length === 0 ? null : { sessionId, ...update };
}

function wirePermissions(
  { hasPresence, canSend, canReceive, canAdmin }: PermissionsUpdate,
  before: ParticipantPermissions | undefined,
): WireUpdate['permissions'] {
  return {
    ...(hasPresence === undefined ? {} : { hasPresence }),
    ...(canSend === undefined ? {} : { canSend: listed(canSend) }),
    ...(canAdmin === undefined ? {} : { canAdmin: listed(canAdmin) }),
    ...(canReceive === undefined
      ? {}
      : { canReceive: mergeReceive(before?.canReceive, canReceive) }),
  };
}

/** The wire has no sets. */
function listed<T>(value: boolean | readonly T[] | ReadonlySet<T>): boolean | T[] {
  return typeof value === 'boolean' ? value : [...value];
}

type CanReceive = ParticipantPermissions['canReceive'];
type WireCanReceive = NonNullable<NonNullable<WireUpdate['permissions']>['canReceive']>;

function mergeReceive(before: CanReceive | undefined, change: Partial<CanReceive>): WireCanReceive {
  return { base: true, ...before, ...change } as WireCanReceive;
}
