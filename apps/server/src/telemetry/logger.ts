import { type Logger, pino } from 'pino';

/** JSON lines on standard error: standard output belongs to what the operator is told. */
export function createLogger(level: string): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeError },
    },
    pino.destination({ dest: 2, sync: true }),
  );
}

/**
 * What went wrong, without what it went wrong with: a failed query's message and details
 * hold its parameters, and so what a visitor said. Its cause holds the database's words.
 */
export function describeError(error: unknown): unknown {
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
