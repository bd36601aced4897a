import type { ErrorBody, FieldError } from '@kindling/protocol/errors';

/** How a request failed: the server's code, or no answer. */
export type BookingFailure = ErrorBody['code'] | 'network' | 'timeout' | 'unreadable';

/** A failed request of the booking pages. `outcomeKnown` is false when it may have succeeded on the server. */
export class BookingRequestError extends Error {
  override readonly name = 'BookingRequestError';
  readonly code: BookingFailure;
  readonly outcomeKnown: boolean;
  readonly fields: readonly FieldError[];
  /** When it may be tried again, if the server says so. */
  readonly retryAt: Date | null;

  constructor(
    code: BookingFailure,
    message: string,
    { outcomeKnown = true, fields = [], retryAt = null, cause }: BookingRequestErrorDetails = {},
  ) {
    super(message, { cause });
    this.code = code;
    this.outcomeKnown = outcomeKnown;
    this.fields = fields;
    this.retryAt = retryAt;
  }
}

interface BookingRequestErrorDetails {
  readonly outcomeKnown?: boolean;
  readonly fields?: readonly FieldError[];
  readonly retryAt?: Date | null;
  readonly cause?: unknown;
}

export function isBookingRequestError(error: unknown): error is BookingRequestError {
  return error instanceof Error && error.name === 'BookingRequestError';
}

/** Whether the same request may be retried. */
export function isWorthRetrying(error: unknown): boolean {
  if (!isBookingRequestError(error)) return false;
  return ['network', 'timeout', 'unreadable', 'internal', 'not_ready'].includes(error.code);
}
