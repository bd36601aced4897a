import { retry } from '@kindling/protocol/retry';
import { CallError } from '../core/call-error.ts';
import { type Clock, sleep } from '../core/clock.ts';

const ATTEMPTS = 3;
const RETRY_DELAY = 500;

/**
 * Loads code that is a chunk of its own, with retries.
 *
 * @throws a `connection-error` of the stage `load`, with this message
 */
export async function loadChunk<T>(
  load: () => Promise<T>,
  { clock, message }: { readonly clock: Clock; readonly message: string },
): Promise<T> {
  const pause = (attempt: number) => sleep(clock, RETRY_DELAY * attempt);
  try {
    return await retry({ attempts: ATTEMPTS, pause }, load);
  } catch (cause) {
    throw new CallError('connection-error', message, { cause, stage: 'load' });
  }
}
