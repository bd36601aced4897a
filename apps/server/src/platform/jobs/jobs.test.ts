import { randomUUID } from 'node:crypto';
import { isNull } from 'drizzle-orm';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { begun, describeJobs, GREET, hang, type JobKit } from '../../../testing/kits/job-kit.ts';
import { createManualClock } from '../../../testing/server/manual-clock.ts';
import { jobTable } from '../database/platform-tables.ts';
import { orgTable } from '../database/schema.ts';
import { createJobs } from './create-jobs.ts';
import { jobRetryDelay } from './job-retry-delay.ts';
import { JobAbandoned } from './jobs.ts';

describeJobs('jobs', (kit) => {
  it('does what was committed, once, and forgets its payload', async () => {
    const seen: string[] = [];
    const { add, work, logged } = kit().open(async (job) => {
      seen.push(`${job.payload.name} ${job.attempt} ${job.last}`);
    });
    await add('Ada');
    await work();
    await work();
    expect(seen).toEqual(['Ada 1 false']);
    const [row] = await kit().rows();
    expect(row).toMatchObject({ dueAt: null, running: false, payload: {}, lastError: null });
    expect(row?.finishedAt).not.toBeNull();
    expect(logged.join('')).not.toContain('Ada');
  });

  it('owes nothing for a transaction that was rolled back', async () => {
    const { jobs } = kit().open(async () => {});
    const rolledBack = kit().db.transaction(async (tx) => {
      await jobs.add(tx, GREET, { orgId: null, payload: { name: 'Ada' } });
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow('no');
    expect(await kit().rows()).toEqual([]);
  });

  it('does nothing before it is started, and looks by itself when nobody wakes it', async () => {
    const seen: string[] = [];
    const { jobs, add, pass, work } = kit().open(async (job) => void seen.push(job.payload.name));
    await add('Ada');
    jobs.wake();
    await jobs.settled();
    expect(seen).toEqual([]);
    await work();
    await add('Bea');
    await pass(60_000);
    expect(seen).toEqual(['Ada', 'Bea']);
  });

  it('waits until a job is due', async () => {
    const seen: string[] = [];
    const { clock, add, pass, work } = kit().open(async (job) => void seen.push(job.payload.name));
    await add('later', { dueAt: new Date(clock.now() + 5_000) });
    await work();
    await pass(4_999);
    expect(seen).toEqual([]);
    await pass(2);
    expect(seen).toEqual(['later']);
  });

  it('tries again after a failure, later each time, and gives up in the end', async () => {
    const seen: boolean[] = [];
    const kind = { ...GREET, attempts: 3 };
    const { add, pass, work } = kit().open(async ({ last }) => {
      seen.push(last);
      throw new Error('not today');
    }, kind);
    await add('Ada');
    await work();
    expect((await kit().rows())[0]).toMatchObject({ attempts: 1, lastError: 'not today' });
    await pass(jobRetryDelay(1) - 1);
    expect(seen).toEqual([false]);
    await pass(2);
    await pass(jobRetryDelay(2) + 1);
    expect(seen).toEqual([false, false, true]);
    expect((await kit().rows())[0]).toMatchObject({
      dueAt: null,
      lastError: 'not today',
      payload: {},
    });
    await pass(24 * 3_600_000);
    expect(seen).toHaveLength(3);
  });

  it('waits as its kind says, by attempt and age, and gives up where that says so', async () => {
    const asked: number[][] = [];
    const kind = {
      ...GREET,
      attempts: Number.POSITIVE_INFINITY,
      retryDelay: (attempt: number, age: number) => {
        asked.push([attempt, age]);
        return age + 2_000 > 5_000 ? null : 2_000;
      },
    };
    const seen: boolean[] = [];
    const { add, pass, work } = kit().open(async ({ last }) => {
      seen.push(last);
      throw new Error('not today');
    }, kind);
    await add('Ada');
    await work();
    await pass(1_999);
    expect(seen).toEqual([false]);
    await pass(2);
    await pass(2_002);
    expect(seen).toEqual([false, false, true]);
    expect(asked.at(-1)?.[0]).toBe(3);
    expect((await kit().rows())[0]).toMatchObject({ dueAt: null, attempts: 3 });
  });

  it('has the id of a row that it belongs to, and is reported by its kind instead of the log', async () => {
    const { db } = kit();
    const logged: string[] = [];
    const log = pino({ level: 'trace' }, { write: (line) => logged.push(line) });
    const jobs = createJobs({ db, log, clock: createManualClock() });
    const reported: unknown[] = [];
    jobs.handle(
      GREET,
      async ({ payload: { name } }) => {
        if (name === 'bad') throw new JobAbandoned('gone');
      },
      async ({ id, attempt }, { type }) => void reported.push([id, attempt, type]),
    );
    const [good, bad] = [randomUUID(), randomUUID()];
    for (const [id, name] of [
      [good, 'good'],
      [bad, 'bad'],
    ] as const)
      await jobs.add(db, GREET, { id, orgId: null, payload: { name } });
    jobs.start();
    await jobs.settled();
    expect(reported.toSorted()).toEqual(
      [
        [good, 1, 'done'],
        [bad, 1, 'given-up'],
      ].toSorted(),
    );
    expect(logged).toEqual([]);
    await jobs.close();
  });

  it('does not let one organisation hold up the others', async () => {
    const orgs = [randomUUID(), randomUUID()] as const;
    const now = new Date();
    await kit()
      .db.insert(orgTable)
      .values(orgs.map((id) => ({ id, name: id, createdAt: now, updatedAt: now })));
    const seen: string[] = [];
    const silent = Promise.withResolvers<void>();
    const kind = { ...GREET, concurrency: 4, perOrganisation: 2 };
    const { jobs, add } = kit().open(async ({ payload: { name }, orgId }) => {
      seen.push(name);
      if (orgId === orgs[0]) await silent.promise;
    }, kind);
    for (const name of ['dead 1', 'dead 2', 'dead 3']) await add(name, { orgId: orgs[0] });
    await add('well', { orgId: orgs[1] });
    await add('own');
    jobs.start();
    await begun(seen, 4);
    expect([...seen].sort()).toEqual(['dead 1', 'dead 2', 'own', 'well']);
    silent.resolve();
    await jobs.settled();
    expect(seen.at(-1)).toBe('dead 3');
    await kit().db.delete(orgTable);
  });

  it('does not try again what is abandoned', async () => {
    let tries = 0;
    const { add, pass, work } = kit().open(async () => {
      tries += 1;
      throw new JobAbandoned('gone');
    });
    await add('Ada');
    await work();
    await pass(24 * 3_600_000);
    expect(tries).toBe(1);
    expect((await kit().rows())[0]).toMatchObject({ dueAt: null, lastError: 'gone' });
  });

  it('refuses a payload that is not one, and abandons a stored one', async () => {
    let tries = 0;
    const { jobs, add, work } = kit().open(async () => {
      tries += 1;
    });
    const wrong = jobs.add(kit().db, GREET, { orgId: null, payload: { name: 7 } as never });
    await expect(wrong).rejects.toThrow();
    await add('Ada');
    await kit()
      .db.update(jobTable)
      .set({ payload: { old: true } });
    await work();
    expect(tries).toBe(0);
    expect((await kit().rows())[0]).toMatchObject({ dueAt: null });
  });

  it('adds one with the same key once while it waits, and again once it runs', async () => {
    const seen: string[] = [];
    let jobs: ReturnType<JobKit['open']>['jobs'] | null = null;
    const opened = kit().open(async ({ payload: { name: greeted } }) => {
      seen.push(greeted);
      if (greeted !== 'first') return;
      const again = { orgId: null, payload: { name: 'next' }, uniqueKey: 'one' };
      await jobs?.add(kit().db, GREET, again);
      await jobs?.add(kit().db, GREET, again);
    });
    jobs = opened.jobs;
    await opened.add('first', { uniqueKey: 'one' });
    await opened.add('second', { uniqueKey: 'one' });
    await opened.add('other', { uniqueKey: 'two' });
    await opened.work();
    expect([...seen].sort()).toEqual(['first', 'next', 'other']);
  });

  it('never runs two of one key beside each other: same-key-beside', async () => {
    const seen: string[] = [];
    const signals: AbortSignal[] = [];
    const opened = kit().open(
      async ({ payload: { name: greeted }, signal }) => {
        seen.push(greeted);
        signals.push(signal);
        if (greeted === 'slow') await hang(signal);
      },
      { ...GREET, concurrency: 3 },
    );
    await opened.add('slow', { uniqueKey: 'one' });
    opened.jobs.start();
    await begun(seen, 1);
    await opened.add('behind', { uniqueKey: 'one' });
    await opened.add('free', { uniqueKey: 'two' });
    opened.jobs.wake();
    await begun(seen, 2);
    expect(seen).toEqual(['slow', 'free']);
    // The one that waits does the work: what failed is not tried beside it.
    await opened.pass(60_001);
    expect(seen).toEqual(['slow', 'free', 'behind']);
    const waiting = await kit().db.select().from(jobTable).where(isNull(jobTable.finishedAt));
    expect(waiting).toEqual([]);
  });

  it('runs as many at once as the kind allows', async () => {
    let running = 0;
    let most = 0;
    const gates: (() => void)[] = [];
    const { jobs, add } = kit().open(
      async () => {
        running += 1;
        most = Math.max(most, running);
        await new Promise<void>((resolve) => gates.push(resolve));
        running -= 1;
      },
      { ...GREET, concurrency: 2 },
    );
    for (const greeted of ['a', 'b', 'c']) await add(greeted);
    jobs.start();
    await begun(gates, 2);
    expect(most).toBe(2);
    gates.shift()?.();
    await begun(gates, 2);
    for (const open of gates) open();
    await jobs.settled();
    expect(most).toBe(2);
  });

  it('stops what takes too long, and what does not stop', async () => {
    const seen: string[] = [];
    const { add, clock, jobs } = kit().open(
      async ({ payload: { name: greeted }, signal }) => {
        seen.push(greeted);
        await (greeted === 'deaf' ? new Promise(() => {}) : hang(signal));
      },
      { ...GREET, timeout: 1_000, concurrency: 2 },
    );
    await add('obedient');
    await add('deaf');
    jobs.start();
    await begun(seen, 2);
    clock.advance(1_000);
    clock.advance(5_000);
    await jobs.settled();
    const errors = (await kit().rows()).map(({ lastError }) => lastError);
    expect(errors).toEqual(['It took longer than 1000 ms.', 'It took longer than 1000 ms.']);
  });

  it('forgets finished jobs after a week', async () => {
    const { add, pass, work } = kit().open(async () => {});
    await add('Ada');
    await work();
    await pass(6 * 24 * 3_600_000);
    expect(await kit().rows()).toHaveLength(1);
    await pass(25 * 3_600_000);
    expect(await kit().rows()).toHaveLength(0);
  });

  it('has one worker a kind, named before it starts', () => {
    const { jobs } = kit().open(async () => {});
    expect(() => jobs.handle(GREET, async () => {})).toThrow('has a worker already');
    jobs.start();
    expect(() => jobs.handle({ ...GREET, name: 'late' }, async () => {})).toThrow('before start');
  });
});
