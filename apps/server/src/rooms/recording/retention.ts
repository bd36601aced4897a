import type { Clock } from '@kindling/protocol/clock';
import type { Logger } from 'pino';
import type { RecordingFiles } from '../../platform/storage/recording-files.ts';
import type { RecordingStore } from './recording-store.ts';

const DAY = 86_400_000;
/** How often it is looked, ms; and how many are deleted at one look. */
const INTERVAL = 3_600_000;
const AT_ONCE = 100;

export interface RetentionOptions {
  readonly store: Pick<RecordingStore, 'listOlder' | 'remove'>;
  readonly files: Pick<RecordingFiles, 'remove'>;
  /** Null: recordings are kept until they are deleted by request. */
  readonly days: number | null;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Deletes recordings, with their files, that are older than the operator keeps them. */
export interface Retention {
  /** Looks now, and every hour from then on. */
  start(): void;
  /** Lets what is being deleted finish. Idempotent. */
  close(): Promise<void>;
}

export function createRetention({ store, files, days, clock, log }: RetentionOptions): Retention {
  let cancel = () => {};
  let closed = false;
  let round: Promise<void> = Promise.resolve();

  async function purge(olderThan: Date): Promise<void> {
    for (const { id, orgId } of await store.listOlder(olderThan, AT_ONCE)) {
      if (closed) return;
      try {
        // The row goes last: what could not be deleted is found again.
        await files.remove(id);
        await store.remove(orgId, id);
        log.info({ recordingId: id }, 'recording deleted, kept long enough');
      } catch (error) {
        log.error({ recordingId: id, err: error }, 'recording not deleted');
      }
    }
  }

  function look(keptFor: number): void {
    round = purge(new Date(clock.now() - keptFor))
      .catch((error: unknown) => log.error({ err: error }, 'old recordings not looked for'))
      .then(() => {
        if (!closed) cancel = clock.schedule(INTERVAL, () => look(keptFor));
      });
  }

  return {
    start() {
      if (days !== null && !closed) look(days * DAY);
    },
    async close() {
      closed = true;
      cancel();
      await round;
    },
  };
}
