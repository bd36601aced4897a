import { DrizzleQueryError } from 'drizzle-orm/errors';
import { sqlState } from './sql-state.ts';

/** No connection could be had for a transaction. */
export class DatabaseConnectionError extends Error {
  override readonly name = 'DatabaseConnectionError';

  constructor(cause: unknown) {
    super('No connection to the database could be had.', { cause });
  }
}

/**
 * SQLSTATEs that say nothing of the statement: connection (08), transaction rollback (40), no resources
 * (53), operator intervention, timeouts included (57), system error (58); and those of waiting too long.
 */
const OUTAGE_STATE = /^(?:08|40|53|57|58)|^(?:55P03|25P03|25P04)$/;

const SOCKET_CODES: ReadonlySet<unknown> = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'ETIMEDOUT', 'EPIPE', 'EHOSTUNREACH'],
  ...['ENETUNREACH', 'ENETDOWN', 'ENOTFOUND', 'EAI_AGAIN', 'ENOENT', 'EMFILE', 'ENFILE'],
]);

/** What the drivers say of a lost connection, for which they have no code. */
const DRIVER_WORDS =
  /^(?:Connection terminated|timeout (?:exceeded|expired)|Query read timeout|Client (?:has encountered|was closed)|Cannot use a pool|PGlite is clos|The server does not support SSL)/i;

/**
 * Why the database could not serve at all, in the driver's words, which hold nothing of the statement;
 * null for any other error. Trying again later helps.
 */
export function databaseOutage(error: unknown): Error | null {
  let isOfDatabase = false;
  for (let one = error, depth = 0; one instanceof Error && depth < 6; one = one.cause, depth += 1) {
    if (isOfDatabase && isOutage(one)) return one;
    if (one instanceof DrizzleQueryError || one instanceof DatabaseConnectionError)
      isOfDatabase = true;
  }
  return null;
}

function isOutage(error: Error): boolean {
  if (error instanceof AggregateError) return error.errors.some(isOutageOf);
  if ('code' in error && SOCKET_CODES.has(error.code)) return true;
  if (OUTAGE_STATE.test(sqlState(error) ?? '')) return true;
  // What WebAssembly throws when the embedded database has crashed.
  return error.name === 'RuntimeError' || DRIVER_WORDS.test(error.message);
}

const isOutageOf = (error: unknown) => error instanceof Error && isOutage(error);
