export type StartupErrorCode =
  | 'port_in_use'
  | 'data_folder_in_use'
  | 'data_folder_foreign'
  | 'database_in_use'
  | 'storage_refused'
  | 'secret_refused';

/** The server cannot start for a reason its operator can mend; the message says how. */
export class StartupError extends Error {
  readonly code: StartupErrorCode;

  constructor(code: StartupErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartupError';
    this.code = code;
  }
}
