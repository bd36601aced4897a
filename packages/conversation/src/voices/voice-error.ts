export type VoiceErrorCode =
  | 'voice_unauthorized'
  | 'voice_quota'
  | 'voice_rate_limited'
  | 'voice_not_found'
  | 'voice_bad_request'
  | 'voice_unavailable'
  | 'voice_unreachable'
  | 'voice_timeout'
  | 'voice_cut_off'
  | 'voice_bad_answer';

export interface VoiceErrorOptions extends ErrorOptions {
  readonly status?: number;
  /** How long the provider asked to be left alone, in ms. */
  readonly retryAfter?: number;
  /** The provider did no work for the request: it can be sent again without being charged twice. @default false */
  readonly unworked?: boolean;
}

/** Errors that last until a setting is changed or a bill is paid. */
const LASTING: ReadonlySet<VoiceErrorCode> = new Set([
  'voice_unauthorized',
  'voice_quota',
  'voice_not_found',
  'voice_bad_request',
]);

/** A hosted voice did not speak; the message says what to do. Never holds a key. */
export class VoiceError extends Error {
  override readonly name = 'VoiceError';
  readonly code: VoiceErrorCode;
  /** Asking again later in the same call does not help. */
  readonly isLasting: boolean;
  readonly isUnworked: boolean;
  readonly status: number | undefined;
  readonly retryAfter: number | undefined;

  constructor(code: VoiceErrorCode, message: string, options: VoiceErrorOptions = {}) {
    super(message, options);
    this.code = code;
    this.isLasting = LASTING.has(code);
    this.isUnworked = options.unworked ?? false;
    this.status = options.status;
    this.retryAfter = options.retryAfter;
  }
}

export function isVoiceError(error: unknown): error is VoiceError {
  return error instanceof Error && error.name === 'VoiceError' && 'isUnworked' in error;
}
