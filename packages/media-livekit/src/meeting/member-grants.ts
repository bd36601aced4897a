import type { PeerParticipant } from '@kindling/media/rooms';
import type { Permissions } from '@kindling/protocol/room';
import { TrackSource } from 'livekit-server-sdk';
import type { MemberGrants } from '../api/livekit-api.ts';

/** LiveKit knows no more of custom tracks than that they are neither of the others. */
const SOURCES = {
  audio: TrackSource.MICROPHONE,
  video: TrackSource.CAMERA,
  screenAudio: TrackSource.SCREEN_SHARE_AUDIO,
  screenVideo: TrackSource.SCREEN_SHARE,
  customAudio: TrackSource.UNKNOWN,
  customVideo: TrackSource.UNKNOWN,
} as const satisfies Record<Exclude<Permissions['canSend'], boolean>[number], TrackSource>;

const NOTHING: MemberGrants = { canSubscribe: false, canPublish: false, sources: [] };

/** What LiveKit itself holds a participant to. */
export function grantsOf({
  level,
  permissions,
}: Pick<PeerParticipant, 'level' | 'permissions'>): MemberGrants {
  if (level === 'lobby') return NOTHING;
  const { canSend, canReceive } = permissions;
  const names = typeof canSend === 'boolean' ? [] : canSend;
  return {
    canSubscribe: mayReceiveAnything(canReceive),
    canPublish: canSend === true || names.length > 0,
    sources: [...new Set(names.map((name) => SOURCES[name]))].sort((a, b) => a - b),
  };
}

/** A token cannot name custom tracks among others: they are allowed once its bearer is there. */
export function grantsInToken(grants: MemberGrants): MemberGrants {
  const sources = grants.sources.filter((source) => source !== TrackSource.UNKNOWN);
  if (sources.length === grants.sources.length) return grants;
  return { ...grants, canPublish: sources.length > 0, sources };
}

/** Where nothing is received, but for exceptions, one of them has to allow something. */
function mayReceiveAnything({ base, byUserId, byParticipantId }: Permissions['canReceive']) {
  const exceptions = [...Object.values(byUserId ?? {}), ...Object.values(byParticipantId ?? {})];
  return base !== false || exceptions.some(allowsSomething);
}

function allowsSomething(rule: unknown): boolean {
  if (typeof rule !== 'object' || rule === null) return rule === true;
  return Object.values(rule).some(allowsSomething);
}
