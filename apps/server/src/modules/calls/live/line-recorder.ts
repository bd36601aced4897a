import type { CallMessage } from '@kindling/protocol';
import type { AddedLines } from '../store/call-lines.ts';

export interface LineRecorderOptions {
  readonly store: (added: AddedLines) => Promise<unknown>;
  /** Called on the first failure only. */
  readonly onFailed: (error: unknown) => void;
}

/** Stores the lines of a call as they come. */
export interface LineRecorder {
  add(line: CallMessage): void;
}

/**
 * One write at a time: what is said meanwhile waits, and goes with the next one. Lines that could not be
 * stored are tried again with the next line.
 */
export function createLineRecorder({ store, onFailed }: LineRecorderOptions): LineRecorder {
  let waiting: CallMessage[] = [];
  let position = 0;
  let writing = false;
  let failed = false;

  async function write(): Promise<void> {
    if (writing) return;
    writing = true;
    let stored = true;
    while (stored && waiting.length > 0) stored = await writeOnce();
    writing = false;
  }

  async function writeOnce(): Promise<boolean> {
    const lines = waiting;
    waiting = [];
    try {
      await store({ position, lines });
      position += lines.length;
      return true;
    } catch (error) {
      waiting = [...lines, ...waiting];
      if (!failed) onFailed(error);
      failed = true;
      return false;
    }
  }

  return {
    add(line) {
      waiting.push(line);
      void write();
    },
  };
}
