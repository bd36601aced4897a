export type ModelErrorCode =
  | 'model_unauthorized'
  | 'model_not_found'
  | 'model_bad_request'
  | 'model_too_long'
  | 'model_rate_limited'
  | 'model_unavailable'
  | 'model_unreachable'
  | 'model_timeout'
  | 'model_cut_off'
  | 'model_bad_answer';

export interface ModelErrorOptions extends ErrorOptions {
  readonly status?: number;
  /** How long the server asked to be left alone, in ms. */
  readonly retryAfter?: number;
}

const RETRYABLE: ReadonlySet<ModelErrorCode> = new Set([
  'model_rate_limited',
  'model_unavailable',
  'model_unreachable',
  'model_timeout',
]);

/** A language model did not answer; `retryable` says whether asking again may help. Never holds a key. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
  readonly code: ModelErrorCode;
  readonly retryable: boolean;
  readonly status: number | undefined;
  readonly retryAfter: number | undefined;

  constructor(code: ModelErrorCode, message: string, options: ModelErrorOptions = {}) {
    super(message, options);
    this.code = code;
    this.retryable = RETRYABLE.has(code);
    this.status = options.status;
    this.retryAfter = options.retryAfter;
  }
}

/** True for a ModelError of any copy of this module. */
export function isModelError(error: unknown): error is ModelError {
  return error instanceof Error && error.name === 'ModelError' && 'code' in error;
}
