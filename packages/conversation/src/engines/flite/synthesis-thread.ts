import { Worker } from 'node:worker_threads';
import { EngineError } from '../engine-error.ts';
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

interface Waiting {
  readonly resolve: (wave: Uint8Array<ArrayBuffer>) => void;
  readonly reject: (error: EngineError) => void;
}

/** A thread that runs `module`; when it dies, what it was asked rejects and the next request starts another. */
export function createSynthesisThread(module: WebAssembly.Module): SynthesisThread {
  let worker: Worker | undefined;
  let waiting: Waiting | undefined;
  let closed = false;

  function settle(settleOne: (one: Waiting) => void): void {
    const one = waiting;
    waiting = undefined;
    // An idle thread must not keep the process alive.
    worker?.unref();
    if (one !== undefined) settleOne(one);
  }

  function start(): Worker {
    const started = new Worker(new URL('./synthesis-worker.ts', import.meta.url), {
      workerData: { module },
      name: 'flite',
      // Not the parent's: some of its flags are refused in threads.
      execArgv: [],
    });
    started.on('message', (reply: SynthesisReply) => {
      if ('wave' in reply) settle((one) => one.resolve(reply.wave));
      else settle((one) => one.reject(failed(reply.failure)));
    });
    const lose = (cause: unknown) => {
      // It dies once and says so twice: by the second time another thread may be speaking.
      if (worker !== started) return;
      worker = undefined;
      settle((one) => one.reject(closed ? closedError() : failed('its thread died', cause)));
    };
    started.on('error', lose);
    started.on('exit', lose);
    return started;
  }

  worker = start();
  worker.unref();
  return {
    run(args) {
      return new Promise((resolve, reject) => {
        if (closed) return reject(closedError());
        if (waiting !== undefined) return reject(failed('it was asked twice at once'));
        worker ??= start();
        waiting = { resolve, reject };
        worker.ref();
        worker.postMessage({ args } satisfies SynthesisRequest);
      });
    },
    async close() {
      closed = true;
      await worker?.terminate();
    },
  };
}

function closedError(): EngineError {
  return new EngineError('engine_closed', 'The voice was closed: make a new one.');
}

function failed(reason: string, cause?: unknown): EngineError {
  return new EngineError('engine_failed', `Flite did not speak: ${reason}.`, { cause });
}
