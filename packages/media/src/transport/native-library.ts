import { setTimeout as delay } from 'node:timers/promises';
import datachannel from 'node-datachannel';

/** Connections close in milliseconds; one that does not must not keep the process alive. */
const CLOSE_TIMEOUT = 1_000;

let users = 0;
const connections = new Set<object>();
const parts = new Set<object>();
let onAllClosed: (() => void) | null = null;

/** Records a connection until `noteClosed`: the library must not be cleaned up while one is closing. */
export function noteOpened(connection: object): void {
  connections.add(connection);
}

export function noteClosed(connection: object): void {
  if (connections.delete(connection) && connections.size === 0) onAllClosed?.();
}

/**
 * Keeps a channel or track referenced until it reports that it is closed. The library keeps raw
 * pointers to its objects until then: if they were garbage collected earlier, `cleanup` would touch
 * freed memory. One that closed before it was announced never reports, and remains referenced.
 */
export function keepUntilClosed(part: { onClosed(callback: () => void): void }): void {
  parts.add(part);
  part.onClosed(() => parts.delete(part));
}

/**
 * Counts the users of the native library, which is global to the process. The last release waits for
 * the connections to close and ends the library's threads; otherwise the process would not exit.
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
