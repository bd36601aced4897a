export type StunErrorCode =
  /** Not the address of a STUN or TURN server. */
  | 'stun_bad_url'
  /** No connection, or its name is not known. */
  | 'stun_unreachable'
  /** Its certificate is none that is trusted for its name. */
  | 'stun_untrusted'
  | 'stun_silent'
  /** It answered, and refused. */
  | 'stun_refused'
  | 'stun_bad_answer';

interface StunErrorOptions extends ErrorOptions {
  /** What the server refused with, such as 401. */
  readonly status?: number;
}

/** A STUN or TURN server did not do what it was asked for. Holds no credential. */
export class StunError extends Error {
  override readonly name = 'StunError';
  readonly code: StunErrorCode;
  readonly status: number | undefined;

  constructor(code: StunErrorCode, message: string, options: StunErrorOptions = {}) {
    super(message, options);
    this.code = code;
    this.status = options.status;
  }
}
