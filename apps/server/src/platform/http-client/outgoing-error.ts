export type OutgoingErrorCode =
  | 'bad_url'
  | 'closed_address'
  | 'unreachable'
  | 'timed_out'
  | 'too_large'
  | 'broken_off'
  | 'no_access';

/** A request to somewhere else came to nothing; the message ends a sentence such as “It failed: …”. */
export class OutgoingError extends Error {
  override readonly name = 'OutgoingError';
  readonly code: OutgoingErrorCode;
  /** Whether the same request may do better later. */
  readonly retryable: boolean;

  constructor(code: OutgoingErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.retryable = code === 'unreachable' || code === 'timed_out' || code === 'broken_off';
  }
}

export function isOutgoingError(error: unknown): error is OutgoingError {
  return error instanceof Error && error.name === 'OutgoingError' && 'retryable' in error;
}
