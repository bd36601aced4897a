import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename } from 'node:path';

/** Lets everything else of this machine go before the thread that calls this. Linux only: others have no such thread. */
export function giveWay(): void {
  try {
    // Linux counts threads as it counts processes.
    const thread = Number(basename(readlinkSync('/proc/thread-self')));
    setPriority(thread, constants.priority.PRIORITY_LOW);
  } catch {
    // Then it takes its turn like the rest.
  }
}
