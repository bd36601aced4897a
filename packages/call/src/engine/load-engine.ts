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
  let failure: unknown;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    try {
      return (await load()).createEngine;
    } catch (error) {
      failure = error;
      onAttemptFailed(error instanceof Error ? error : new Error(String(error)));
      if (attempt < ATTEMPTS) await sleep(clock, RETRY_DELAY * attempt);
    }
  }
  throw new CallError('connection-error', 'Failed to load call object bundle.', {
    cause: failure,
    stage: 'load',
  });
}
