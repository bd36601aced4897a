import type { RoomErrorCode } from './port.ts';

/** A refused join or restart; `code` says why, the message what to do about it. */
export class RoomError extends Error {
  readonly code: RoomErrorCode;

  constructor(code: RoomErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'RoomError';
    this.code = code;
  }
}

/** True for errors of this package in any realm. */
export function isRoomError(error: unknown): error is RoomError {
  return error instanceof Error && error.name === 'RoomError' && 'code' in error;
}
