import { retry } from '@kindling/protocol/retry';
import type { Database } from '../../platform/database/database.ts';
import { sqlState } from '../../platform/database/sql-state.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { lockHost } from './booking-store.ts';

const EXCLUSION_VIOLATION = '23P01';
/** Serialization failure, deadlock, lock not available, and a key that another request just stored. */
const WORTH_ANOTHER_TRY: ReadonlySet<string> = new Set(['40001', '40P01', '55P03', '23505']);
const ATTEMPTS = 4;

/**
 * Runs `work` in a transaction while nobody else changes the host's bookings. What the database
 * rejects because another booking was faster is `slot_taken`, never a server error.
 */
export async function withHostLock<T>(
  db: Database,
  work: (tx: Database) => Promise<T>,
): Promise<T> {
  const mayRetry = (error: unknown) => WORTH_ANOTHER_TRY.has(sqlState(error) ?? '');
  try {
    return await retry({ attempts: ATTEMPTS, mayRetry }, () =>
      db.transaction(async (tx) => {
        await lockHost(tx);
        return work(tx);
      }),
    );
  } catch (error) {
    const isTaken = sqlState(error) === EXCLUSION_VIOLATION || mayRetry(error);
    throw isTaken ? slotTaken(error) : error;
  }
}

export function slotTaken(cause?: unknown): ApiError {
  return new ApiError('slot_taken', 'This time is no longer free. Please choose another one.', {
    cause,
  });
}
