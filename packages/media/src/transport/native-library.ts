import { setTimeout as delay } from 'node:timers/promises';
import datachannel from 'node-datachannel';

/** A connection closes in a few milliseconds; one that does not must not keep the process. */
const CLOSE_TIMEOUT = 1_000;

let users = 0;
const connections = new Set<object>();
const parts = new Set<object>();
let onAllClosed: (() => void) | null = null;

/** Notes a connection until `noteClosed`: the library must not end while one is closing. */
export function noteOpened(connection: object): void {
  connections.add(connection);
}

export function noteClosed(connection: object): void {
  if (connections.delete(connection) && connections.size === 0) onAllClosed?.();
}

/**
 * Keeps a channel or track referenced until it says it is closed. The library remembers its
 * objects by address and forgets them with that event only: collected before, `cleanup` would
 * touch freed memory. One that had closed before it was announced says nothing and stays.
 */
export function keepUntilClosed(part: { onClosed(callback: () => void): void }): void {
  parts.add(part);
  part.onClosed(() => parts.delete(part));
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
    if (users > 0) return;
    datachannel.cleanup();
    parts.clear();
  };
}

async function allClosed(): Promise<void> {
  if (connections.size === 0) return;
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
