/** Errors that end a call; `connection-error` carries the stage. */
export type FatalErrorType =
  | 'ejected'
  | 'nbf-room'
  | 'nbf-token'
  | 'exp-room'
  | 'exp-token'
  | 'no-room'
  | 'meeting-full'
  | 'end-of-life'
  | 'not-allowed'
  | 'connection-error';

/** Where a connection failed. */
export type ConnectionErrorStage = 'load' | 'join' | 'reconnect' | 'rtc-connection' | 'room-lookup';

/** Misuse by the caller, or a feature this version does not have. */
export type MisuseCode =
  | 'after-destroy'
  | 'before-join'
  | 'after-join'
  | 'duplicate-instance'
  | 'invalid-property'
  | 'message-too-large'
  | 'not-available'
  | 'left-while-joining'
  /** The server is not configured for it. */
  | 'not-configured'
  /** The room refused it. */
  | 'refused'
  | 'test-in-progress';

/** What a `CallError` is about: a fatal end, or a misuse. */
export type CallErrorCode = FatalErrorType | MisuseCode;

/** Every error of the call library. `code` says which; `type` repeats fatal kinds as published clients read them. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly code: CallErrorCode;
  /** The stage of a connection error. */
  readonly stage: ConnectionErrorStage | undefined;

  constructor(
    code: CallErrorCode,
    message: string,
    options?: { cause?: unknown; stage?: ConnectionErrorStage },
  ) {
    super(message, options?.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.stage = options?.stage;
  }
}

/** True for errors of this library, even from another copy of it. */
export function isCallError(error: unknown): error is CallError {
  return error instanceof Error && error.name === 'CallError' && 'code' in error;
}

const FATAL = new Set<string>([
  'ejected',
  'nbf-room',
  'nbf-token',
  'exp-room',
  'exp-token',
  'no-room',
  'meeting-full',
  'end-of-life',
  'not-allowed',
  'connection-error',
] satisfies FatalErrorType[]);

export function isFatalErrorType(code: string): code is FatalErrorType {
  return FATAL.has(code);
}

/** The `error` object of a fatal event. */
export interface FatalErrorDetails {
  readonly type: FatalErrorType;
  readonly msg: string;
  readonly details?: { readonly on: ConnectionErrorStage; readonly sourceError: SourceError };
}

/** The cause in a form that survives `JSON.stringify`. */
export interface SourceError {
  readonly name: string;
  readonly message: string;
}

/** Describes any failure as a fatal error; an unknown one becomes `connection-error`. */
export function describeFatal(error: unknown): FatalErrorDetails {
  const msg = error instanceof Error ? error.message : String(error);
  const type = isCallError(error) && isFatalErrorType(error.code) ? error.code : 'connection-error';
  if (type !== 'connection-error') return { type, msg };
  const on = isCallError(error) ? (error.stage ?? 'join') : 'join';
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return { type, msg, details: { on, sourceError: describeSource(cause) } };
}

function describeSource(cause: unknown): SourceError {
  return cause instanceof Error
    ? { name: cause.name, message: cause.message }
    : { name: 'Error', message: String(cause) };
}
