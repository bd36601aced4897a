import type { TurnModel } from '../../recognition/turn-model.ts';
import { EngineError } from '../engine-error.ts';
import { createRequestThread } from '../request-thread.ts';
import type { SmartTurnReply, SmartTurnRequest, SmartTurnWorkerData } from './smart-turn-worker.ts';

/** A turn model on disk. */
export interface TurnModelFiles {
  /** For the log. */
  readonly name: string;
  readonly engine: 'smart-turn';
  readonly folder: string;
}

const RATE = 16_000;

/**
 * Loads Smart Turn into a thread of its own and lets it hear a second of silence, so that the first caller does not wait
 * for it.
 *
 * @throws an `EngineError`
 */
export async function loadTurnModel({ name, folder }: TurnModelFiles): Promise<TurnModel> {
  const failed = (reason: string, cause?: unknown) =>
    new EngineError('engine_failed', `${name} did not answer: ${reason}.`, { cause });
  const thread = createRequestThread<SmartTurnRequest, SmartTurnReply>({
    module: new URL('./smart-turn-worker.ts', import.meta.url),
    name: 'smart-turn',
    workerData: { folder } satisfies SmartTurnWorkerData,
    closedError: () => new EngineError('engine_closed', `${name} was closed: make a new one.`),
    diedError: (cause) => failed('its thread died', cause),
  });
  async function judge(pcm: Float32Array): Promise<number> {
    const reply = await thread.ask({ pcm });
    if ('done' in reply) return reply.done;
    throw failed(reply.failure);
  }
  try {
    await judge(new Float32Array(RATE));
  } catch (error) {
    await thread.close();
    throw error;
  }
  return { judge, close: thread.close };
}
