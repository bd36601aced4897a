import { EngineError } from './engine-error.ts';

export interface WorkQueue {
  /**
   * Runs `task` when its turn comes.
   *
   * @throws the signal's reason as soon as it aborts: a task not begun is dropped, the result of one
   *   that runs is discarded
   */
  run<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /**
   * Runs `task` now where nobody would wait for it: null where other tasks run, unless a place is left
   * beside both, and for twice as long as the last such task took. All of them together so take a
   * third of a core at most.
   *
   * @throws the signal's reason as soon as it aborts
   */
  runSpare<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T | null>;
  /** Rejects what has not begun and resolves when nothing runs any more. */
  close(): Promise<void>;
}

interface Job {
  readonly start: () => Promise<unknown>;
  readonly reject: (reason: unknown) => void;
}

/** A spare task is followed by so many times what it took without one. */
const SPARE_REST = 2;

/** First in, first out, at most `parallel` tasks at once. */
export function createWorkQueue(
  parallel: number,
  now: () => number = () => performance.now(),
): WorkQueue {
  const waiting = new Set<Job>();
  const running = new Set<Promise<unknown>>();
  let closed = false;
  let spareRuns = false;
  let spareFrom = Number.NEGATIVE_INFINITY;

  const hasRoom = () => waiting.size === 0 && running.size <= Math.max(0, parallel - 2);

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

  const queue: WorkQueue = {
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

    async runSpare(task, signal) {
      signal?.throwIfAborted();
      if (closed || spareRuns || !hasRoom() || now() < spareFrom) return null;
      spareRuns = true;
      return queue.run(async () => {
        const startedAt = now();
        try {
          return await task();
        } finally {
          spareRuns = false;
          spareFrom = now() + SPARE_REST * (now() - startedAt);
        }
      }, signal);
    },

    async close() {
      closed = true;
      for (const job of waiting) job.reject(closedError());
      waiting.clear();
      await Promise.all(running);
    },
  };
  return queue;
}

function closedError(): EngineError {
  return new EngineError('engine_closed', 'This engine was closed: make a new one.');
}
