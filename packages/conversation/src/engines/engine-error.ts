export type EngineErrorCode =
  | 'engine_weights_missing'
  | 'engine_unsupported'
  | 'engine_failed'
  | 'engine_closed';

/** A local speech engine cannot start, broke, or was used after `close`; the message says what to do. */
export class EngineError extends Error {
  override readonly name = 'EngineError';
  readonly code: EngineErrorCode;

  constructor(code: EngineErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
