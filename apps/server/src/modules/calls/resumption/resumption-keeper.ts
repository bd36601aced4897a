import type { ResumptionState } from './resumption-state.ts';

export interface ResumptionKeeperOptions {
  readonly initial: ResumptionState;
  readonly store: (state: ResumptionState) => Promise<unknown>;
  /** Called on the first failure only. */
  readonly onFailed: (error: unknown) => void;
}

/** Keeps what another process would have to know of a call. */
export interface ResumptionKeeper {
  readonly state: ResumptionState;
  /** Stores the change, one write at a time. Resolves when it is stored, or could not be. */
  note(change: Partial<ResumptionState>): Promise<void>;
  /** Resolves when the state is stored as it is; false: it could not be, or nobody is in the call. */
  flush(): Promise<boolean>;
  /** Nothing is stored any more. */
  close(): void;
}

export function createResumptionKeeper(options: ResumptionKeeperOptions): ResumptionKeeper {
  let state = options.initial;
  let isDue = false;
  let isStored = true;
  let writing: Promise<void> | null = null;
  let failed = false;
  let closed = false;

  async function write(): Promise<void> {
    while (isDue && !closed) {
      isDue = false;
      try {
        await options.store(state);
        isStored = true;
      } catch (error) {
        // With the next change it is tried again.
        isStored = false;
        if (!failed) options.onFailed(error);
        failed = true;
      }
    }
    writing = null;
  }

  return {
    get state() {
      return state;
    },
    async note(change) {
      state = { ...state, ...change };
      if (closed) return;
      isDue = true;
      writing ??= write();
      await writing;
    },
    async flush() {
      isDue ||= !isStored;
      if (isDue && !closed) writing ??= write();
      await writing;
      return isStored && state.participants.length > 0;
    },
    close() {
      closed = true;
    },
  };
}
