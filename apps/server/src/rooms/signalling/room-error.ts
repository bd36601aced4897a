import type { RoomErrorCode } from '@kindling/media';
import type { ErrorCode } from '@kindling/protocol';
import { ApiError } from '../../platform/errors/api-error.ts';

const REFUSALS = {
  invalid_sdp: [
    'invalid_sdp',
    'The offer cannot be used: it is not a session description this room understands.',
  ],
  already_joined: ['already_joined', 'Another participant has already joined this call.'],
  room_full: ['room_full', 'This call has all the participants it may have.'],
  room_ended: ['room_ended', 'This call has ended. Start a new one.'],
  not_found: ['room_not_found', 'There is no such participant in this room.'],
  not_allowed: ['not_allowed', 'You may not do that in this room.'],
  bad_request: ['bad_request', 'The room cannot use this request.'],
  conflict: ['conflict', 'The room is in another state. Try again.'],
  not_configured: ['not_configured', 'This server cannot do that.'],
  client_outdated: ['client_outdated', 'This page is too old for this server. Reload it.'],
  unavailable: ['not_ready', 'The media server cannot be reached. Try again in a moment.'],
} as const satisfies Record<RoomErrorCode, readonly [ErrorCode, string]>;

/** An error of the media engine as the API answers it; what it does not know is thrown on. */
export function toApiError(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (typeof code !== 'string' || !isRefusal(code)) return error;
  const [apiCode, message] = REFUSALS[code];
  return new ApiError(apiCode, message, { cause: error });
}

function isRefusal(code: string): code is RoomErrorCode {
  return Object.hasOwn(REFUSALS, code);
}
