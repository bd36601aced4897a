import { retry } from '@kindling/protocol/retry';
import { CallError } from '../core/call-error.ts';
import { type Clock, sleep } from '../core/clock.ts';
import type { CreateEngine } from './port.ts';

const ATTEMPTS = 3;
const RETRY_DELAY = 500;

export type ImportEngine = () => Promise<{ readonly createEngine: CreateEngine }>;

/** The media engine is a separate chunk: a page that never calls never loads it. */
export const importEngine: ImportEngine = () => import('./index.ts');

/**
 * Loads the engine, with retries.
 *
 * @throws a `connection-error` of the stage `load`
 */
export async function loadEngine(
  load: ImportEngine,
  clock: Clock,
  onAttemptFailed: (error: Error) => void,
): Promise<CreateEngine> {
  const pause = (attempt: number) => sleep(clock, RETRY_DELAY * attempt);
  try {
    const { createEngine } = await retry({ attempts: ATTEMPTS, pause }, async () => {
      try {
        return await load();
      } catch (error) {
        onAttemptFailed(error instanceof Error ? error : new Error(String(error)));
        throw error;
      }
    });
    return createEngine;
  } catch (cause) {
    throw new CallError('connection-error', 'Failed to load call object bundle.', {
      cause,
      stage: 'load',
    });
  }
}
