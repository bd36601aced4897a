import type { RoomErrorCode } from './port.ts';

/** A rejected operation on a room: `code` for programs, the message for people. */
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

export function roomFull(): RoomError {
  return new RoomError('room_full', 'This room has no free place.');
}
