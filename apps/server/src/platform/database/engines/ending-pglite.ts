import { PGlite } from '@electric-sql/pglite';

/**
 * A PGlite that ends the process when PostgreSQL panics, as it does when its log finds no
 * room: the next statement would never return, and no signal would be heard. The next start
 * recovers what was stored.
 */
export class EndingPglite extends PGlite {
  override async execProtocolStream(...given: Parameters<PGlite['execProtocolStream']>) {
    try {
      return await super.execProtocolStream(...given);
    } catch (error) {
      if (isPanic(error)) endProcess(error);
      throw error;
    }
  }
}

function isPanic(error: unknown): error is Error {
  return error instanceof Error && 'severity' in error && error.severity === 'PANIC';
}

/** Immediately: the caller retries after the error. Skips the log, whose fatal line would wait for space. */
function endProcess({ message }: Error): never {
  try {
    process.stderr.write(
      `Kindling ends: the embedded database cannot go on (${message}). Is its disk full? Make room, then start again.\n`,
    );
  } finally {
    process.exit(1);
  }
}
