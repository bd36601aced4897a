import { asc } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe } from 'vitest';
import { z } from 'zod';
import type { Nodes } from '../../src/platform/cluster/nodes.ts';
import { singleNode } from '../../src/platform/cluster/single-node.ts';
import type { OpenDatabase } from '../../src/platform/database/database.ts';
import { jobTable } from '../../src/platform/database/platform-tables.ts';
import { createJobs } from '../../src/platform/jobs/create-jobs.ts';
import type { JobKind, RunningJob } from '../../src/platform/jobs/jobs.ts';
import { testDatabases } from '../databases/test-databases.ts';
import { createManualClock } from '../server/manual-clock.ts';

const payload = z.object({ name: z.string() });
export const GREET = { name: 'greet', payload } satisfies JobKind<typeof payload>;
type Greeting = RunningJob<z.output<typeof payload>>;

/** Runs `tests` of jobs on each engine; the table is emptied after each. */
export function describeJobs(title: string, tests: (kit: () => JobKit) => void): void {
  for (const { name, missing, open } of testDatabases) {
    describe.skipIf(missing !== null)(`${title} on ${name}`, { timeout: 60_000 }, () => {
      let database: OpenDatabase | undefined;
      let kit: JobKit | undefined;
      beforeAll(async () => {
        database = await open();
        kit = createJobKit(database);
      }, 60_000);
      afterEach(() => kit?.cleanUp());
      afterAll(() => database?.close());
      tests(() => {
        if (kit === undefined) throw new Error('the database did not open');
        return kit;
      });
    });
  }
}

export type JobKit = ReturnType<typeof createJobKit>;

function createJobKit({ db }: OpenDatabase) {
  let cleanups: (() => Promise<unknown>)[] = [];
  return {
    db,
    rows: () => db.select().from(jobTable).orderBy(asc(jobTable.createdAt)),
    async cleanUp() {
      for (const close of cleanups.reverse()) await close();
      cleanups = [];
      await db.delete(jobTable);
    },
    /** A server's jobs over the same table, with a clock of their own unless one is given. */
    open(
      run: (job: Greeting) => Promise<void>,
      kind: JobKind<typeof payload> = GREET,
      clock = createManualClock(),
      nodes: Nodes = singleNode,
    ) {
      const logged: string[] = [];
      const log = pino({ level: 'trace' }, { write: (line) => logged.push(line) });
      const jobs = createJobs({ db, clock, log, nodes });
      jobs.handle(kind, run);
      cleanups.push(() => jobs.close());
      const add = (
        greeted: string,
        job: { orgId?: string; dueAt?: Date; uniqueKey?: string } = {},
      ) =>
        db.transaction((tx) =>
          jobs.add(tx, kind, { orgId: null, payload: { name: greeted }, ...job }),
        );
      return {
        jobs,
        clock,
        add,
        logged,
        /** Lets time pass and waits for what it caused. */
        async pass(ms: number) {
          clock.advance(ms);
          await jobs.settled();
        },
        async work() {
          jobs.start();
          await jobs.settled();
        },
      };
    },
  };
}

/** Until as many have begun: what hangs is never settled. */
export async function begun(seen: readonly unknown[], count: number): Promise<void> {
  while (seen.length < count) await new Promise((resolve) => setImmediate(resolve));
}

export const hang = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
