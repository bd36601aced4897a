import { Worker } from 'node:worker_threads';
import type { EngineError } from './engine-error.ts';

/** A thread that answers requests, in any order. */
export interface RequestThread<Request, Reply> {
  /** @throws an `EngineError` */
  ask(request: Request): Promise<Reply>;
  close(): Promise<void>;
}

/** What passes between a thread and who asks it. */
export interface Numbered<Content> {
  readonly number: number;
  readonly content: Content;
}

export interface RequestThreadOptions {
  readonly module: URL;
  readonly name: string;
  readonly workerData?: unknown;
  /** Of what lives shortly, MB: less is looked for what is no longer needed sooner. @default Node's */
  readonly youngMemory?: number;
  /** Starts the thread at once. @default with the first request */
  readonly eager?: boolean;
  readonly closedError: () => EngineError;
  readonly diedError: (cause: unknown) => EngineError;
}

interface Waiting<Reply> {
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: EngineError) => void;
}

/** When the thread dies, what it was asked rejects, and the next request starts another. */
export function createRequestThread<Request, Reply>(
  options: RequestThreadOptions,
): RequestThread<Request, Reply> {
  const { module, name, workerData, youngMemory, eager = false, closedError, diedError } = options;
  const waiting = new Map<number, Waiting<Reply>>();
  let worker: Worker | undefined;
  let asked = 0;
  let closed = false;

  function start(): Worker {
    const started = new Worker(module, {
      workerData,
      name,
      ...(youngMemory !== undefined && {
        resourceLimits: { maxYoungGenerationSizeMb: youngMemory },
      }),
      // Not the parent's: some of its flags are refused in threads.
      execArgv: [],
    });
    started.on('message', ({ number, content }: Numbered<Reply>) => {
      waiting.get(number)?.resolve(content);
      waiting.delete(number);
      // An idle thread must not keep the process alive.
      if (waiting.size === 0) started.unref();
    });
    const lose = (cause: unknown) => {
      // It dies once and says so twice: by the second time another thread may be asked.
      if (worker !== started) return;
      worker = undefined;
      const error = closed ? closedError() : diedError(cause);
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
    };
    started.on('error', lose);
    started.on('exit', lose);
    return started;
  }

  if (eager) {
    worker = start();
    worker.unref();
  }
  return {
    ask(request) {
      return new Promise((resolve, reject) => {
        if (closed) return reject(closedError());
        worker ??= start();
        asked += 1;
        waiting.set(asked, { resolve, reject });
        worker.ref();
        worker.postMessage({ number: asked, content: request } satisfies Numbered<Request>);
      });
    },
    async close() {
      closed = true;
      await worker?.terminate();
    },
  };
}
