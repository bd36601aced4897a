import { databaseOutage } from '../../database/database-outage.ts';
import { ApiError } from '../../errors/api-error.ts';

/** What an error is answered with when the database could not serve; null for any other error. */
export function outageAnswer(error: unknown): ApiError | null {
  const cause = databaseOutage(error);
  return cause === null ? null : databaseUnavailable(cause);
}

export function databaseUnavailable(cause?: unknown): ApiError {
  return new ApiError(
    'database_unavailable',
    'The database of this server does not answer. Try again in a moment.',
    { headers: { 'Retry-After': '5' }, cause },
  );
}
