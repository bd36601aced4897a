import { EngineError } from '../engine-error.ts';
import { createRequestThread } from '../request-thread.ts';
import type { SynthesisReply, SynthesisRequest } from './synthesis-worker.ts';

export interface SynthesisThread {
  /**
   * Runs Flite with these arguments; one at a time.
   *
   * @throws an `EngineError`
   */
  run(args: readonly string[]): Promise<Uint8Array<ArrayBuffer>>;
  close(): Promise<void>;
}

/** A thread that runs `module`. */
export function createSynthesisThread(module: WebAssembly.Module): SynthesisThread {
  const thread = createRequestThread<SynthesisRequest, SynthesisReply>({
    module: new URL('./synthesis-worker.ts', import.meta.url),
    name: 'flite',
    workerData: { module },
    eager: true,
    closedError: () => new EngineError('engine_closed', 'The voice was closed: make a new one.'),
    diedError: (cause) => failed('its thread died', cause),
  });
  let speaking = false;
  return {
    async run(args) {
      if (speaking) throw failed('it was asked twice at once');
      speaking = true;
      try {
        const reply = await thread.ask({ args });
        if ('wave' in reply) return reply.wave;
        throw failed(reply.failure);
      } finally {
        speaking = false;
      }
    },
    close: () => thread.close(),
  };
}

function failed(reason: string, cause?: unknown): EngineError {
  return new EngineError('engine_failed', `Flite did not speak: ${reason}.`, { cause });
}
