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
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction(async (tx) => {
        await lockHost(tx);
        return work(tx);
      });
    } catch (error) {
      const state = sqlState(error);
      if (state === EXCLUSION_VIOLATION) throw slotTaken(error);
      if (state === null || !WORTH_ANOTHER_TRY.has(state)) throw error;
      if (attempt === ATTEMPTS) throw slotTaken(error);
    }
  }
}

export function slotTaken(cause?: unknown): ApiError {
  return new ApiError('slot_taken', 'This time is no longer free. Please choose another one.', {
    cause,
  });
}
