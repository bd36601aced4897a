import { NODE_LOCK } from './node-rows.ts';
import type { NodeSession } from './node-session.ts';

export interface NodeWatchOptions {
  /** Waits; nothing else is asked on it. */
  readonly session: NodeSession;
  /** Ends what the other connection waits for. */
  readonly cancel: (backend: number) => Promise<unknown>;
  /**
   * The node's lock is free: is it over? Holds the lock meanwhile. `wasHeld`: it was seen to be held before, on this very
   * connection.
   */
  readonly onFree: (id: number, wasHeld: boolean) => Promise<void>;
  readonly onFault: (error: unknown) => void;
}

/** Waits in line for the lock of one node, to know within milliseconds that it was given back. */
export interface NodeWatch {
  /** The node to watch from now on; null: none. Tries again where the lock was given back and the node lives. */
  aim(id: number | null): void;
  close(): Promise<void>;
}

const TRY_LOCK = 'select pg_backend_pid() as pid, pg_try_advisory_lock($1, $2) as free';

export function createNodeWatch(options: NodeWatchOptions): NodeWatch {
  const { session } = options;
  let target: number | null = null;
  let waiting: { readonly id: number; readonly done: Promise<void> } | null = null;
  let backend = 0;

  async function wait(id: number): Promise<void> {
    try {
      const [row] = await session.query<{ pid: number; free: boolean }>(TRY_LOCK, [NODE_LOCK, id]);
      const isFree = row?.free === true;
      if (!isFree) {
        backend = row?.pid ?? 0;
        if (target !== id) return;
        await session.query('select pg_advisory_lock($1, $2)', [NODE_LOCK, id]);
        backend = 0;
      }
      if (target === id) await options.onFree(id, !isFree);
      await session.query('select pg_advisory_unlock($1, $2)', [NODE_LOCK, id]);
    } catch (error) {
      backend = 0;
      // Whatever lock it has goes with the connection, which is made anew with the next aim.
      session.drop();
      // Otherwise it was cancelled for another target.
      if (target === id) options.onFault(error);
    }
  }

  function begin(): void {
    if (waiting !== null || target === null) return;
    const id = target;
    const done = wait(id).then(() => {
      waiting = null;
      if (target !== id) begin();
    });
    waiting = { id, done };
  }

  return {
    aim(id) {
      target = id;
      if (waiting !== null && waiting.id !== id && backend !== 0)
        void options.cancel(backend).catch(() => session.drop());
      begin();
    },
    async close() {
      target = null;
      session.drop();
      await waiting?.done;
      await session.close();
    },
  };
}
