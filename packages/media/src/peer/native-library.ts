import { setTimeout as delay } from 'node:timers/promises';
import datachannel from 'node-datachannel';

/** A connection closes in a few milliseconds; one that does not must not keep the process. */
const CLOSE_TIMEOUT = 1_000;

let users = 0;
const open = new Set<object>();
let onAllClosed: (() => void) | null = null;

/** A connection, channel or track of the library, which tells when it is closed. */
interface NativeObject {
  onClosed(callback: () => void): void;
}

/**
 * Keeps a connection referenced until `noteClosed`. The library remembers its objects by address
 * and forgets them only after their closed event: collected before, `cleanup` would touch freed memory.
 */
export function noteOpened(object: object): void {
  open.add(object);
}

export function noteClosed(object: object): void {
  if (open.delete(object) && open.size === 0) onAllClosed?.();
}

/** `noteOpened` until the object's own closed event. */
export function keepUntilClosed(object: NativeObject): void {
  noteOpened(object);
  object.onClosed(() => noteClosed(object));
}

/**
 * Counts who uses the native library, which is global to the process. The last one out waits for
 * its objects to close and ends its threads; without that the process would not exit by itself.
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
