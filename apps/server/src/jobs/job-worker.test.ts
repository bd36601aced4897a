import { pino } from 'pino';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { createManualClock } from '../testing/manual-clock.ts';
import { registerKind } from './job-kinds.ts';
import type { ClaimedJob, JobStore } from './job-store.ts';
import { createJobWorker } from './job-worker.ts';

/** Of one job that is due at `dueAt`; `onLook` is called once it was looked for what is due. */
function storeOfOne(dueAt: number, onLook: () => void): JobStore {
  let waits = true;
  const job: ClaimedJob = { id: 'one', orgId: null, payload: {}, attempt: 1 };
  const isDue = (now: Date) => waits && dueAt <= now.getTime();
  return {
    async dueKinds(kinds, now) {
      const due = isDue(now) ? kinds : [];
      onLook();
      return due;
    },
    async claim(_, now) {
      if (!isDue(now)) return null;
      waits = false;
      return job;
    },
    nextDue: async (_, now) => (waits && dueAt > now.getTime() ? new Date(dueAt) : null),
    renew: async () => true,
    markDone: async () => {},
    markGivenUp: async () => {},
    markFailed: async () => {},
    release: async () => {},
    sweep: async () => {},
  };
}

it('what falls due while it is looked for is done at once: due-while-looking', async () => {
  const clock = createManualClock();
  const dueAt = clock.now() + 5;
  const store = storeOfOne(dueAt, () => clock.advance(10));
  const done: string[] = [];
  const kind = registerKind({ name: 'greet', payload: z.object({}) }, async ({ id }) => {
    done.push(id);
  });
  const worker = createJobWorker({
    ...{ store, clock, log: pino({ level: 'silent' }) },
    kinds: new Map([[kind.name, kind]]),
  });
  worker.wake();
  await worker.settled();
  clock.advance(10);
  await worker.settled();
  expect(done).toEqual(['one']);
  await worker.close();
});
