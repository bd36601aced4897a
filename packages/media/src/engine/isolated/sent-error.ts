import type { RoomErrorCode } from '../../port.ts';
import { isRoomError, RoomError } from '../../room-error.ts';

/** An error that is sent between the processes. */
export interface SentError {
  readonly name: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string;
}

export function sendError(error: unknown): SentError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const { name, message, stack } = error;
  return {
    name,
    message,
    ...(code === undefined ? {} : { code }),
    ...(stack === undefined || isRoomError(error) ? {} : { stack }),
  };
}

/** Restores a sent error with its class and code. */
export function receiveError({ name, message, code, stack }: SentError): Error {
  if (name === 'RoomError') return new RoomError(code as RoomErrorCode, message);
  const error = name === 'RangeError' ? new RangeError(message) : new Error(message);
  if (stack !== undefined) error.stack = stack;
  return code === undefined ? error : Object.assign(error, { code });
}
