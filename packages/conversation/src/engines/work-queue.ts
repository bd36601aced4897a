import { EngineError } from './engine-error.ts';

export interface WorkQueue {
  /**
   * Runs `task` when its turn comes.
   *
   * @throws the signal's reason as soon as it aborts: a task not begun is dropped, the result of one
   *   that runs is discarded
   */
  run<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** Rejects what has not begun and resolves when nothing runs any more. */
  close(): Promise<void>;
}

interface Job {
  readonly start: () => Promise<unknown>;
  readonly reject: (reason: unknown) => void;
}

/** First in, first out, at most `parallel` tasks at once. */
export function createWorkQueue(parallel: number): WorkQueue {
  const waiting = new Set<Job>();
  const running = new Set<Promise<unknown>>();
  let closed = false;

  function startNext(): void {
    for (const job of waiting) {
      if (running.size >= parallel) return;
      waiting.delete(job);
      const work = job.start().finally(() => {
        running.delete(work);
        startNext();
      });
      running.add(work);
    }
  }

  return {
    run(task, signal) {
      return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        if (closed) return reject(closedError());
        const abort = () => {
          waiting.delete(job);
          reject(signal?.reason);
        };
        const job: Job = {
          // Never rejects: the queue's own bookkeeping hangs on it.
          start: () =>
            Promise.resolve()
              .then(task)
              .then(resolve, reject)
              .finally(() => signal?.removeEventListener('abort', abort)),
          reject: (reason) => {
            signal?.removeEventListener('abort', abort);
            reject(reason);
          },
        };
        signal?.addEventListener('abort', abort, { once: true });
        waiting.add(job);
        startNext();
      });
    },

    async close() {
      closed = true;
      for (const job of waiting) job.reject(closedError());
      waiting.clear();
      await Promise.all(running);
    },
  };
}

function closedError(): EngineError {
  return new EngineError('engine_closed', 'This engine was closed: make a new one.');
}
