import type { Clock } from '@kindling/protocol/clock';
import { type Logger, pino } from 'pino';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { catchLog } from '../../../testing/server/catch-log.ts';
import { createManualClock } from '../../../testing/server/manual-clock.ts';
import { createLogger } from '../metrics/logger.ts';
import type { ClaimedJob } from './claim-due.ts';
import { registerKind } from './job-kinds.ts';
import type { JobStore } from './job-store.ts';
import { createJobWorker } from './job-worker.ts';

const JOB: ClaimedJob = { id: 'one', orgId: null, payload: {}, attempt: 1, createdAt: new Date(0) };

/** Of one job that is due at `dueAt`. */
function storeOfOne(dueAt: number, own: Partial<JobStore> & { onLook?: () => void }): JobStore {
  let waits = true;
  const isDue = (now: Date) => waits && dueAt <= now.getTime();
  return {
    async dueKinds(kinds, now) {
      const due = isDue(now) ? kinds : [];
      own.onLook?.();
      return due;
    },
    async claim(_, now) {
      if (!isDue(now)) return null;
      waits = false;
      return JOB;
    },
    nextDue: async (_, now) => (waits && dueAt > now.getTime() ? new Date(dueAt) : null),
    renew: async () => true,
    markDone: async () => {},
    markGivenUp: async () => {},
    markFailed: async () => {},
    release: async () => {},
    takeBack: async () => 0,
    purge: async () => {},
    ...own,
  };
}

interface Given {
  readonly log?: Logger;
  /** With what the work fails. */
  readonly fault?: Error;
}

function openWorker(
  store: JobStore,
  clock: Clock,
  { log = pino({ level: 'silent' }), fault }: Given = {},
) {
  const done: string[] = [];
  const kind = registerKind({ name: 'greet', payload: z.object({}) }, async ({ id }) => {
    if (fault !== undefined) throw fault;
    done.push(id);
  });
  const worker = createJobWorker({
    store,
    clock,
    log,
    kinds: new Map([[kind.name, kind]]),
  });
  return { worker, done };
}

it('what falls due while it is looked for is done at once: due-while-looking', async () => {
  const clock = createManualClock();
  const store = storeOfOne(clock.now() + 5, { onLook: () => clock.advance(10) });
  const { worker, done } = openWorker(store, clock);
  worker.wake();
  await worker.settled();
  clock.advance(10);
  await worker.settled();
  expect(done).toEqual(['one']);
  await worker.close();
});

it('what was being taken at the stop is not begun behind it: taken-while-stopping', async () => {
  const clock = createManualClock();
  const asked = Promise.withResolvers<void>();
  const claimed = Promise.withResolvers<ClaimedJob>();
  const released: string[] = [];
  const store = storeOfOne(clock.now(), {
    claim() {
      asked.resolve();
      return claimed.promise;
    },
    release: async ({ id }) => void released.push(id),
  });
  const { worker, done } = openWorker(store, clock);
  worker.wake();
  await asked.promise;
  const closing = worker.close();
  clock.advance(2_000);
  claimed.resolve(JOB);
  await closing;
  expect([done, released]).toEqual([[], ['one']]);
});

it('a job that fails is logged with the reason', async () => {
  const clock = createManualClock();
  const written = catchLog();
  const given = { log: createLogger('warn'), fault: new Error('the storage is away') };
  const { worker } = openWorker(storeOfOne(clock.now(), {}), clock, given);
  worker.wake();
  await worker.settled();
  expect(written()).toContain('"message":"the storage is away"');
  await worker.close();
});
