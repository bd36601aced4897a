import { randomUUID } from 'node:crypto';
import type { Clock } from '@kindling/protocol/clock';
import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { jobTable } from '../database/platform-tables.ts';
import { type RegisteredKind, registerKind } from './job-kinds.ts';
import { createJobStore } from './job-store.ts';
import { createJobWorker } from './job-worker.ts';
import type { Jobs } from './jobs.ts';

export interface JobsOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Jobs over the table `job`: added with the change that causes them, tried until they succeed or
 * are given up. A crash repeats what was under way, once its lease has run out; a server on another
 * machine over the same database may take it then.
 */
export function createJobs({ db, clock, log }: JobsOptions): Jobs {
  const kinds = new Map<string, RegisteredKind>();
  const worker = createJobWorker({ store: createJobStore(db), kinds, clock, log });
  let started = false;
  const wake = () => {
    if (started) worker.wake();
  };
  return {
    handle(kind, run, report) {
      if (started) throw new Error(`Jobs run already; handle "${kind.name}" before start.`);
      if (kinds.has(kind.name)) throw new Error(`"${kind.name}" has a worker already.`);
      kinds.set(kind.name, registerKind(kind, run, report));
    },
    async add(database, kind, { id, orgId, payload, dueAt, uniqueKey }) {
      kind.payload.parse(payload);
      const now = new Date(clock.now());
      await database
        .insert(jobTable)
        .values({
          id: id ?? randomUUID(),
          orgId,
          kind: kind.name,
          uniqueKey: uniqueKey ?? null,
          payload: payload as unknown as Record<string, unknown>,
          dueAt: dueAt ?? now,
          createdAt: now,
        })
        .onConflictDoNothing();
    },
    wake,
    start() {
      started = true;
      wake();
    },
    settled: () => worker.settled(),
    close: () => worker.close(),
  };
}
