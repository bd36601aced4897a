/** Why something could not be reached, in words; the system's own where there are none. */
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was cut',
  EHOSTUNREACH: 'there is no way to that machine',
  ENETUNREACH: 'there is no way to that network',
  ENOTFOUND: 'the name is not known',
  EAI_AGAIN: 'the name could not be looked up',
  ETIMEDOUT: 'there was no answer',
  ABORT_ERR: 'there was no answer in time',
};

/** The system's code, of the error or of what it came from; empty: it has none. */
export function codeOf(error: unknown): string {
  // Addresses that were tried one after another fail together.
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  if (!(error instanceof Error)) return '';
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'ABORT_ERR';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return code in REASONS ? code : codeOf(error.cause) || code;
}

export function sayError(error: unknown): string {
  const known = REASONS[codeOf(error)];
  if (known !== undefined) return known;
  const message = error instanceof Error ? error.message : String(error);
  return message.split('\n')[0]?.replace(/\.$/, '') || codeOf(error) || 'unknown reason';
}
