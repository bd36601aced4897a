import { type Logger, pino } from 'pino';

/** Bytes kept while standard error takes none, and written once it does; more is dropped. */
const MAX_HELD = 1_000_000;

/** JSON lines on standard error: standard output is reserved for messages to the operator. */
export function createLogger(level: string): Logger {
  const lines = pino.destination({ dest: 2, sync: true, maxLength: MAX_HELD });
  // Without a listener a disk error is thrown into the code that logs; in a timer that ends the process.
  lines.on('error', () => undefined);
  // What is dropped is not tried: without this, a full store would never be written again.
  lines.on('drop', () => lines.write(''));
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeError },
    },
    lines,
  );
}

/** What went wrong in words, for those who read no log: of a failed query nothing of its own. */
export function faultMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'params' in error ? 'The database failed.' : error.message;
}

/**
 * What went wrong, without what it went wrong with: a failed query's message and details
 * hold its parameters, and so what a visitor said. Its cause holds the database's words.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  if ('params' in error && error.cause instanceof Error) return describeError(error.cause);
  return {
    type: error.name,
    message: error.message,
    ...('code' in error ? { code: error.code } : {}),
    stack: error.stack,
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}
