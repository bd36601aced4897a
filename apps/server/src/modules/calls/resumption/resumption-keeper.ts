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
  /** Stores the change, one write at a time; nothing is stored before a visitor is in the room. */
  note(change: Partial<ResumptionState>): void;
  /** Nothing is stored any more. */
  close(): void;
}

export function createResumptionKeeper(options: ResumptionKeeperOptions): ResumptionKeeper {
  let state = options.initial;
  let isDue = false;
  let writing = false;
  let failed = false;
  let closed = false;

  async function write(): Promise<void> {
    if (writing) return;
    writing = true;
    while (isDue && !closed) {
      isDue = false;
      try {
        await options.store(state);
      } catch (error) {
        // With the next change it is tried again.
        if (!failed) options.onFailed(error);
        failed = true;
      }
    }
    writing = false;
  }

  return {
    get state() {
      return state;
    },
    note(change) {
      state = { ...state, ...change };
      if (closed || state.participants.length === 0) return;
      isDue = true;
      void write();
    },
    close() {
      closed = true;
    },
  };
}
