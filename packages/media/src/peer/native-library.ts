import { setTimeout as delay } from 'node:timers/promises';
import datachannel from 'node-datachannel';

/** A connection closes in a few milliseconds; one that does not must not keep the process. */
const CLOSE_TIMEOUT = 1_000;

let users = 0;
const open = new Set<object>();
let onAllClosed: (() => void) | null = null;

/** Notes a connection until `noteClosed`: the library must not end while one is closing. */
export function noteOpened(connection: object): void {
  open.add(connection);
}

export function noteClosed(connection: object): void {
  if (open.delete(connection) && open.size === 0) onAllClosed?.();
}

/**
 * Counts who uses the native library, which is global to the process. The last one out waits for
 * its connections to close and ends its threads; without that the process would not exit by itself.
 */
export function retainNativeLibrary(): () => Promise<void> {
  users++;
  if (users === 1) datachannel.preload();
  let released = false;
  return async () => {
    if (released) return;
    released = true;
    users--;
    if (users > 0) return;
    await allClosed();
    if (users === 0) datachannel.cleanup();
  };
}

async function allClosed(): Promise<void> {
  if (open.size === 0) return;
  const timeout = new AbortController();
  const closed = new Promise<void>((resolve) => {
    onAllClosed = resolve;
  });
  await Promise.race([
    closed,
    delay(CLOSE_TIMEOUT, undefined, { signal: timeout.signal }).catch(() => undefined),
  ]);
  timeout.abort();
  onAllClosed = null;
}
