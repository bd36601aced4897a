import { databaseOutage } from '../../../platform/database/database-outage.ts';
import { RestError } from './rest-error.ts';

const RETRY_SOON = { 'Retry-After': '5' } as const;

/** What both engines' drivers throw for an error that the database itself reports. */
interface DatabaseRefusal {
  readonly code: string;
  readonly message: string;
  readonly severity: string;
  readonly detail?: string | null;
  readonly hint?: string | null;
}

/** Turns what a transaction threw into the error a client of PostgREST would see. */
export function fromDatabaseError(error: unknown): RestError {
  if (error instanceof RestError) return error;
  const refusal = findRefusal(error);
  if (refusal === null) {
    return new RestError(503, 'PGRST000', 'Database connection error. Retrying the connection.', {
      cause: innermost(error),
      headers: RETRY_SOON,
    });
  }
  const { code, message, detail, hint } = refusal;
  const isOutage = databaseOutage(error) !== null;
  const status = isOutage ? 503 : statusOf(code);
  return new RestError(status, code, message, {
    details: detail ?? null,
    hint: hint ?? null,
    headers: isOutage ? RETRY_SOON : status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {},
    cause: refusal,
  });
}

/** The query builder wraps it, and repeats the parameters: its own message goes nowhere. */
function findRefusal(error: unknown): DatabaseRefusal | null {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (isRefusal(at)) return at;
  }
  return null;
}

function isRefusal(error: Error): error is Error & DatabaseRefusal {
  return (
    'code' in error &&
    typeof error.code === 'string' &&
    /^[0-9A-Z]{5}$/.test(error.code) &&
    'severity' in error
  );
}

function innermost(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? innermost(error.cause) : error;
}

/** PostgREST's table of statuses, by the beginning of the SQLSTATE, most telling first. */
const STATUS_BY_STATE = [
  ['23503', 409],
  ['23505', 409],
  ['25006', 405],
  // The anonymous role is asked to authenticate.
  ['42501', 401],
  ['42P01', 404],
  ['42883', 404],
  ['42P17', 500],
  ['53400', 500],
  ['57P01', 503],
  ['P0001', 400],
  ['08', 503],
  ['09', 500],
  ['0L', 403],
  ['0P', 403],
  ['25', 500],
  ['28', 403],
  ['2D', 500],
  ['38', 500],
  ['39', 500],
  ['3B', 500],
  ['40', 500],
  ['53', 503],
  ['54', 500],
  ['55', 500],
  ['57', 500],
  ['58', 500],
  ['F0', 500],
  ['HV', 500],
  ['P0', 500],
  ['XX', 500],
] as const;

function statusOf(state: string) {
  return STATUS_BY_STATE.find(([prefix]) => state.startsWith(prefix))?.[1] ?? 400;
}
