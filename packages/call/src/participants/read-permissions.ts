import type { Permissions } from '@kindling/protocol/room';
import {
  type CanReceiveBase,
  defaultPermissions,
  type ParticipantPermissions,
} from './participant.ts';

type WireBase = Permissions['canReceive']['base'];

/** Permissions as the page reads them: lists become sets, and missing ones are granted. */
export function readPermissions(
  wire: Permissions | undefined,
  owner: boolean,
): ParticipantPermissions {
  if (wire === undefined) return defaultPermissions(owner);
  const { hasPresence, canSend, canAdmin, canReceive } = wire;
  return {
    hasPresence,
    canSend: typeof canSend === 'boolean' ? canSend : new Set(canSend),
    // Of the wire, where undefined and absent are one.
    canReceive: {
      ...canReceive,
      base: readBase(canReceive.base),
    } as ParticipantPermissions['canReceive'],
    canAdmin: typeof canAdmin === 'boolean' ? canAdmin : new Set(canAdmin),
  };
}

function readBase(base: WireBase): boolean | CanReceiveBase {
  if (typeof base === 'boolean') return base;
  const { video, audio, screenVideo, screenAudio, customVideo, customAudio } = base;
  return {
    video: video ?? true,
    audio: audio ?? true,
    screenVideo: screenVideo ?? true,
    screenAudio: screenAudio ?? true,
    customVideo: { '*': true, ...customVideo },
    customAudio: { '*': true, ...customAudio },
  };
}
