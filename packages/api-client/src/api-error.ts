import type { ErrorCode, FieldError } from '@kindling/protocol';

/** `timeout`, `aborted`, `unreachable`, `unreadable`: no usable answer came. The rest is the server's. */
export type ApiErrorCode =
  | ErrorCode
  | 'timeout'
  | 'aborted'
  | 'unreachable'
  | 'unreadable'
  | (string & Record<never, never>);

export interface ApiErrorOptions {
  readonly code: ApiErrorCode;
  /** HTTP status; 0 when there was no answer. */
  readonly status?: number;
  readonly requestId?: string;
  readonly fields?: readonly FieldError[];
  /** From `Retry-After`, in ms. */
  readonly retryAfter?: number;
  readonly cause?: unknown;
}

/** A request that failed: what the server said about it, or why it said nothing. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ApiErrorCode;
  readonly status: number;
  /** Names the request in the server's log. */
  readonly requestId: string | undefined;
  /** What did not fit, field by field. */
  readonly fields: readonly FieldError[];
  readonly retryAfter: number | undefined;

  constructor(message: string, options: ApiErrorOptions) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = options.code;
    this.status = options.status ?? 0;
    this.requestId = options.requestId;
    this.fields = options.fields ?? [];
    this.retryAfter = options.retryAfter;
  }

  /** The same request may succeed later. */
  get retryable(): boolean {
    return (
      this.status === 429 ||
      // The first of two like requests is still under way, and its answer will be this one's.
      (this.status === 409 && this.retryAfter !== undefined) ||
      this.status >= 500 ||
      this.code === 'unreachable' ||
      this.code === 'timeout'
    );
  }
}

/** True for errors of this package, also of another copy of it. */
export function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && error.name === 'ApiError' && 'status' in error;
}
