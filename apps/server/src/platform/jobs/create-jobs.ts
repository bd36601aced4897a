import { randomUUID } from 'node:crypto';
import type { Clock } from '@kindling/protocol/clock';
import type { Logger } from 'pino';
import type { Nodes } from '../cluster/nodes.ts';
import { singleNode } from '../cluster/single-node.ts';
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
  /** @default the only server of its database */
  readonly nodes?: Pick<Nodes, 'own' | 'isCluster' | 'onFenced' | 'publish' | 'subscribe'>;
}

/**
 * Jobs over the table `job`: added with the change that causes them, tried until they succeed or
 * are given up. A crash repeats what was under way: at the next start, when another node hears of it, or
 * at the latest once its lease has run out.
 */
export function createJobs({ db, clock, log, nodes = singleNode }: JobsOptions): Jobs {
  const kinds = new Map<string, RegisteredKind>();
  const store = createJobStore(db, nodes);
  const worker = createJobWorker({ store, kinds, clock, log });
  let started = false;
  const tell = atMostOne(() => nodes.publish('jobs', null));
  const wakeHere = () => {
    if (started) worker.wake();
  };
  const wake = () => {
    wakeHere();
    tell();
  };
  nodes.subscribe('jobs', wakeHere);
  nodes.onFenced(worker.letGo);
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
    async recover() {
      const count = await store.takeBack(new Date(clock.now()));
      if (count === 0) return wakeHere();
      log.warn({ jobs: count }, 'jobs of a dead process are repeated');
      wake();
    },
    start() {
      started = true;
      wakeHere();
    },
    settled: () => worker.settled(),
    close: () => worker.close(),
  };
}

/** Any number of calls during a run become one more run: each run looks for all that is due. */
function atMostOne(tell: () => Promise<void>): () => void {
  let isTelling = false;
  let isAskedAgain = false;
  const run = async () => {
    isTelling = true;
    do {
      isAskedAgain = false;
      await tell();
    } while (isAskedAgain);
    isTelling = false;
  };
  return () => {
    if (isTelling) isAskedAgain = true;
    else void run();
  };
}
