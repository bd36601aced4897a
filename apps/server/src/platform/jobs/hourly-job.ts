import type { Clock } from '@kindling/protocol/clock';
import { z } from 'zod';
import type { Database } from '../database/database.ts';
import type { JobKind, Jobs, RunningJob } from './jobs.ts';

const HOUR = 3_600_000;

const payload = z.object({ round: z.number().int() });
type Payload = z.output<typeof payload>;

export interface HourlyJobOptions {
  readonly name: string;
  readonly db: Database;
  readonly jobs: Pick<Jobs, 'handle' | 'add'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly run: (job: RunningJob<Payload>) => Promise<void>;
}

/** Work of the server itself that is done every hour, once over one database. */
export interface HourlyJob {
  /** Plans the next round; to be called at every start. `now`: the one that began already. */
  plan(when: 'now' | 'next hour'): Promise<void>;
}

/** Tells the jobs what to do; they are started by others. */
export function createHourlyJob({ name, db, jobs, clock, run }: HourlyJobOptions): HourlyJob {
  const kind: JobKind<typeof payload> = { name, payload, attempts: 3, timeout: 10 * 60_000 };
  const current = () => Math.floor(clock.now() / HOUR);

  // A round has a key of its own: two servers over one database plan it once.
  const planRound = (round: number) =>
    jobs.add(db, kind, {
      orgId: null,
      payload: { round },
      uniqueKey: String(round),
      dueAt: new Date(round * HOUR),
    });

  jobs.handle(kind, async (job) => {
    // First of all: whatever becomes of this round, there is a next one.
    await planRound(Math.max(job.payload.round, current()) + 1);
    await run(job);
  });

  return { plan: (when) => planRound(current() + (when === 'now' ? 0 : 1)) };
}
