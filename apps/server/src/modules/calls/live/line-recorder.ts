import type { PlacedLine } from '../store/call-lines.ts';

export interface LineRecorderOptions {
  readonly store: (lines: readonly PlacedLine[]) => Promise<unknown>;
  /** Called on the first failure only. */
  readonly onFailed: (error: unknown) => void;
}

/** Stores the lines of a call as they come, change and go. */
export interface LineRecorder {
  /** Resolves when it is stored, or could not be. */
  write(line: PlacedLine): Promise<void>;
  /** Resolves when all that was written is stored; false: something could not be. */
  flush(): Promise<boolean>;
}

/**
 * One write at a time: what is said meanwhile waits, and goes with the next one, each place as it is then. Lines that
 * could not be stored are tried again with the next line.
 */
export function createLineRecorder({ store, onFailed }: LineRecorderOptions): LineRecorder {
  let waiting = new Map<number, PlacedLine>();
  let writing: Promise<void> | null = null;
  let failed = false;

  async function writeAll(): Promise<void> {
    let stored = true;
    while (stored && waiting.size > 0) stored = await writeOnce();
    writing = null;
  }

  async function writeOnce(): Promise<boolean> {
    const lines = waiting;
    waiting = new Map();
    try {
      await store([...lines.values()]);
      return true;
    } catch (error) {
      waiting = new Map([...lines, ...waiting]);
      if (!failed) onFailed(error);
      failed = true;
      return false;
    }
  }

  return {
    write(line) {
      waiting.set(line.position, line);
      writing ??= writeAll();
      return writing;
    },
    async flush() {
      if (waiting.size > 0) writing ??= writeAll();
      await writing;
      return waiting.size === 0;
    },
  };
}
