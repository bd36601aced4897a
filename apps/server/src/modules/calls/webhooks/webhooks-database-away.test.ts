import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { storeCall } from '../../../../testing/calls/stored-call.ts';
import { describeOnBothDatabases } from '../../../../testing/databases/describe-databases.ts';
import { createManualClock } from '../../../../testing/server/manual-clock.ts';
import { callTable } from '../../../platform/database/schema.ts';
import type { JobKind, Jobs } from '../../../platform/jobs/jobs.ts';
import { createCallStore } from '../store/call-store.ts';
import { createCallWebhooks } from './call-webhooks.ts';

describeOnBothDatabases('webhooks while the database is away', (server, database) => {
  /** A call whose end was reported while no job could be stored. */
  async function tellEnd() {
    const { db } = database();
    const clock = createManualClock();
    const stored: string[] = [];
    const tried: string[] = [];
    let isAway = false;
    const jobs: Pick<Jobs, 'handle' | 'add' | 'wake'> = {
      handle: () => {},
      wake: () => {},
      async add(_, { name }: Pick<JobKind<never>, 'name'>) {
        tried.push(name);
        if (isAway) throw new Error('the database is away');
        stored.push(name);
      },
    };
    const webhooks = createCallWebhooks({
      db,
      jobs,
      clock,
      log: pino({ level: 'silent' }),
      callServer: () => Promise.reject(new Error('never called')),
      recordings: { describe: async () => new Map() },
      orgServers: {
        find: async () => null,
        choose: async () => ({ url: 'https://school.example' }),
      },
    });
    const { orgId } = server();
    const id = await storeCall(db, orgId);
    const reporter = await webhooks.open(await createCallStore(db).get(orgId, id), {});
    stored.length = 0;
    tried.length = 0;
    isAway = true;
    reporter.handle({ type: 'hang' });
    reporter.handle({ type: 'status-update', status: 'ended', endedReason: 'silence-timed-out' });
    await reporter.settled();
    isAway = false;
    /** Lets time pass until everything was tried again. */
    const pass = () => clock.advance(5_000);
    return { id, stored, tried, pass };
  }

  it('are stored later where they have to arrive, and nobody waits for it', async () => {
    const { stored, tried, pass } = await tellEnd();
    expect([tried, stored]).toEqual([['webhook-passing', 'webhook'], []]);
    pass();
    await expect.poll(() => stored).toEqual(['webhook']);
    expect(tried).toHaveLength(3);
  });

  it('are not stored for a call that was deleted meanwhile', async () => {
    const { id, stored, pass } = await tellEnd();
    const other = await tellEnd();
    await database().db.delete(callTable).where(eq(callTable.id, id));
    pass();
    other.pass();
    await expect.poll(() => other.stored).toEqual(['webhook']);
    expect(stored).toEqual([]);
  });
});
