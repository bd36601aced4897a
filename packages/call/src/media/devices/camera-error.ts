export type MediaKind = 'audio' | 'video';

/** Why a device could not be opened, in the shapes published clients read. */
export type CameraError =
  | {
      readonly type: 'permissions';
      readonly msg: string;
      readonly blockedBy: 'user' | 'browser';
      readonly blockedMedia: readonly MediaKind[];
    }
  | { readonly type: 'mic-in-use' | 'cam-in-use' | 'cam-mic-in-use'; readonly msg: string }
  | {
      readonly type: 'not-found';
      readonly msg: string;
      readonly missingMedia: readonly MediaKind[];
    }
  | {
      readonly type: 'constraints';
      readonly msg: string;
      readonly reason: 'invalid' | 'none-specified';
      readonly failedMedia: readonly MediaKind[];
    }
  | { readonly type: 'undefined-mediadevices'; readonly msg: string }
  | { readonly type: 'unknown'; readonly msg: string };

/** Classifies a rejection of `getUserMedia`; `media`: the kinds that could not be opened. */
export function describeDeviceError(error: unknown, media: readonly MediaKind[]): CameraError {
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  const msg = error instanceof Error ? error.message : String(error);
  switch (name) {
    case 'NotAllowedError':
    case 'PermissionDeniedError':
      return {
        type: 'permissions',
        msg,
        // Chromium's message when it was not the user who refused.
        blockedBy: /system|dismissed|policy/i.test(msg) ? 'browser' : 'user',
        blockedMedia: media,
      };
    case 'SecurityError':
      return { type: 'permissions', msg, blockedBy: 'browser', blockedMedia: media };
    case 'NotFoundError':
    case 'DevicesNotFoundError':
      return { type: 'not-found', msg, missingMedia: media };
    case 'NotReadableError':
    case 'TrackStartError':
    case 'AbortError':
      return { type: inUse(media), msg };
    case 'OverconstrainedError':
    case 'ConstraintNotSatisfiedError':
      return { type: 'constraints', msg, reason: 'invalid', failedMedia: media };
    case 'TypeError':
      return { type: 'constraints', msg, reason: 'none-specified', failedMedia: media };
    case 'MediaDevicesMissingError':
      return { type: 'undefined-mediadevices', msg };
    default:
      return { type: 'unknown', msg };
  }
}

/** Classifies a rejection of `getUserMedia` for the microphone. */
export function describeMicrophoneError(error: unknown): CameraError {
  return describeDeviceError(error, ['audio']);
}

function inUse(media: readonly MediaKind[]): 'mic-in-use' | 'cam-in-use' | 'cam-mic-in-use' {
  if (media.length > 1) return 'cam-mic-in-use';
  return media[0] === 'video' ? 'cam-in-use' : 'mic-in-use';
}
