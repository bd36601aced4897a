export type ModelInstallErrorCode =
  | 'model_unknown'
  | 'model_in_use'
  | 'model_damaged'
  | 'model_unreachable'
  | 'model_unusable'
  | 'models_locked'
  | 'disk_full';

/** A model cannot be installed or removed; the message says what to do. */
export class ModelInstallError extends Error {
  override readonly name = 'ModelInstallError';
  readonly code: ModelInstallErrorCode;
  /** Another attempt may do better. */
  readonly retryable: boolean;

  constructor(
    code: ModelInstallErrorCode,
    message: string,
    options: ErrorOptions & { readonly retryable?: boolean } = {},
  ) {
    super(message, options);
    this.code = code;
    this.retryable = options.retryable ?? false;
  }
}
