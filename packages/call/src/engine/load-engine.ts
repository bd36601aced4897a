import type { Clock } from '../core/clock.ts';
import { loadChunk } from './load-chunk.ts';
import type { CreateEngine } from './port.ts';

export type ImportEngine = () => Promise<{ readonly createEngine: CreateEngine }>;

/** The media engine is a separate chunk: a page that never calls never loads it. */
export const importEngine: ImportEngine = () => import('./index.ts');

/**
 * Loads the engine, with retries.
 *
 * @throws as `loadChunk` does
 */
export async function loadEngine(
  load: ImportEngine,
  clock: Clock,
  onAttemptFailed: (error: Error) => void,
): Promise<CreateEngine> {
  const loadOnce = async () => {
    try {
      return await load();
    } catch (error) {
      onAttemptFailed(error instanceof Error ? error : new Error(String(error)));
      throw error;
    }
  };
  const message = 'Failed to load call object bundle.';
  const { createEngine } = await loadChunk(loadOnce, { clock, message });
  return createEngine;
}
