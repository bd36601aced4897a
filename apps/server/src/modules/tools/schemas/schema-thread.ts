import { Worker } from 'node:worker_threads';
import type { SchemaReply, SchemaTask } from './schema-worker.ts';

/** Compiles schemas and checks by them away from the main thread, which has calls to serve. */
export interface SchemaThread {
  /** @throws a `SchemaBoundError` when the task takes more time or memory than it may */
  ask(task: SchemaTask): Promise<SchemaReply>;
}

/** A schema, or a check by it, that takes more than it may. */
export class SchemaBoundError extends Error {
  override readonly name = 'SchemaBoundError';
}

export interface SchemaThreadOptions {
  /** For one task, ms; the start of the thread is not counted. */
  readonly patience: number;
}

const MEMORY_MB = 192;

/**
 * One thread, started with the first task, which does one after the other. One that takes too long is
 * ended with its thread, and the next task starts another.
 */
export function createSchemaThread({ patience }: SchemaThreadOptions): SchemaThread {
  let thread: Promise<Worker> | null = null;
  let turn: Promise<unknown> = Promise.resolve();

  const start = (): Promise<Worker> => {
    const worker = new Worker(new URL('./schema-worker.ts', import.meta.url), {
      name: 'schemas',
      // Not the parent's: some of its flags are refused in threads.
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    });
    const starting = new Promise<Worker>((resolve, reject) => {
      worker.once('message', () => resolve(worker));
      worker.once('error', reject);
    });
    worker.once('exit', () => {
      if (thread === starting) thread = null;
    });
    return starting;
  };

  const run = async (task: SchemaTask): Promise<SchemaReply> => {
    thread ??= start();
    const starting = thread;
    const worker = await starting.catch((error: unknown) => {
      if (thread === starting) thread = null;
      throw error;
    });
    worker.ref();
    const { promise, resolve, reject } = Promise.withResolvers<SchemaReply>();
    const fail = () => {
      if (thread === starting) thread = null;
      // Its exit is not waited for: it has nothing that must be kept.
      void worker.terminate();
      reject(new SchemaBoundError(`takes more than ${patience / 1_000} s or ${MEMORY_MB} MB`));
    };
    const timer = setTimeout(fail, patience);
    worker.once('message', resolve).once('error', fail).once('exit', fail);
    worker.postMessage(task);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      worker.off('message', resolve).off('error', fail).off('exit', fail);
      // Nobody waits for it: it must not keep the process.
      worker.unref();
    }
  };

  return {
    ask(task) {
      const asked = turn.then(() => run(task));
      turn = asked.catch(() => undefined);
      return asked;
    },
  };
}
