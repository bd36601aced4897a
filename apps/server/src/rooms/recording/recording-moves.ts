import type { Clock } from '@kindling/protocol/clock';
import type { Logger } from 'pino';
import { jobRetryDelay } from '../../platform/jobs/job-retry-delay.ts';
import type { RecordingFiles, UnmovedFiles } from '../../platform/storage/recording-files.ts';
import type { RecordingStore } from './recording-store.ts';

export interface RecordingMovesOptions {
  readonly store: Pick<RecordingStore, 'read'>;
  readonly files: Pick<RecordingFiles, 'remove'>;
  readonly unmoved: UnmovedFiles;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Moves recordings that are done to where they are kept, one after another, until it succeeds. What
 * is to be moved is what lies on the disk: it survives a restart, and nobody else can have it.
 */
export interface RecordingMoves {
  /** Once everything of it is written. */
  enqueue(recordingId: string): void;
  /** Enqueues what the last process left. */
  resume(): Promise<void>;
  /** What is not moved yet is moved after the next start. Idempotent. */
  close(): Promise<void>;
}

interface Move {
  readonly id: string;
  /** This process wrote it; of what was there before, the folder may have been another database's. */
  readonly isKnown: boolean;
}

/** Of recordings that are kept where they are written. */
export const NO_MOVES: RecordingMoves = {
  enqueue: () => undefined,
  resume: async () => undefined,
  close: async () => undefined,
};

/** A store that was away is asked again within half an hour. */
const MAX_ATTEMPT_DELAY = 1_800_000;

export function createRecordingMoves(options: RecordingMovesOptions): RecordingMoves {
  const { store, files, unmoved, clock, log } = options;
  const closing = new AbortController();
  const cancels = new Set<() => void>();
  let work: Promise<void> = Promise.resolve();

  async function move({ id, isKnown }: Move): Promise<void> {
    const recording = await store.read(id);
    if (recording === null) {
      // Deleted by another server, which has no files of it.
      if (isKnown) return files.remove(id);
      return log.warn({ recordingId: id }, 'files of a recording that the database does not know');
    }
    // One that goes on is enqueued at its end.
    if (isOpen(recording.status)) return;
    await unmoved.move(id, closing.signal);
    // Deleted meanwhile: nobody would look for its files any more.
    if ((await store.read(id)) === null) await files.remove(id);
    log.info({ recordingId: id }, 'recording stored');
  }

  function enqueue(next: Move, attempt = 1): void {
    if (closing.signal.aborted) return;
    work = work.then(async () => {
      if (closing.signal.aborted) return;
      try {
        await move(next);
      } catch (error) {
        if (closing.signal.aborted) return;
        log.warn({ recordingId: next.id, err: error, attempt }, 'recording not stored yet');
        tryLater(next, attempt);
      }
    });
  }

  function tryLater(next: Move, attempt: number): void {
    const delay = Math.min(jobRetryDelay(attempt), MAX_ATTEMPT_DELAY);
    const cancel = clock.schedule(delay, () => {
      cancels.delete(cancel);
      enqueue(next, attempt + 1);
    });
    cancels.add(cancel);
  }

  return {
    enqueue: (id) => enqueue({ id, isKnown: true }),
    async resume() {
      for (const id of await unmoved.list()) enqueue({ id, isKnown: false });
    },
    async close() {
      closing.abort();
      for (const cancel of cancels) cancel();
      await work;
    },
  };
}

const isOpen = (status: string): boolean => status === 'recording' || status === 'processing';
