import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { describeOnBothDatabases } from '../../../../testing/databases/describe-databases.ts';
import { nodeTable } from '../../../platform/database/node-table.ts';
import { callTable } from '../../../platform/database/schema.ts';
import { type CallStore, createCallStore, type StartedCall } from './call-store.ts';

describeOnBothDatabases('calls of one visitor at several nodes', (server, database) => {
  let stores: CallStore[];
  const ADA = { hash: 'ada', limit: 3 };

  beforeEach(async () => {
    const { db } = database();
    await db.delete(callTable);
    await db.delete(nodeTable);
    const node = { name: 'n', address: 'http://n', version: '1', capacity: 1, beat: new Date() };
    const nodes = await db.insert(nodeTable).values([node, node]).returning();
    stores = nodes.map(({ id }) => createCallStore(db, { own: id }));
  });
  const start = (at: number, visitor = ADA) => {
    const store = stores[at % stores.length];
    if (store === undefined) throw new Error('no store');
    const call = { id: crypto.randomUUID(), orgId: server().orgId };
    return store.create(call, { takesSlot: false, orgLimit: null, visitor });
  };
  const isStarted = (one: Awaited<ReturnType<typeof start>>): one is StartedCall =>
    typeof one !== 'string';

  it('are as many as they may have, however many ask at once', async () => {
    const all = await Promise.all(Array.from({ length: 10 }, (_, index) => start(index)));
    expect(all.filter(isStarted)).toHaveLength(3);
    expect(all.filter((one) => one === 'visitor')).toHaveLength(7);
    expect(isStarted(await start(0, { hash: 'bob', limit: 3 }))).toBe(true);
  });

  it('make room when they end, and leave nothing of the visitor behind', async () => {
    const first = await start(0);
    await start(1);
    await start(0);
    expect(await start(1)).toBe('visitor');
    if (!isStarted(first)) throw new Error('not started');
    await first.writer.finish(first.call.id, {
      ...{ reason: 'customer-ended-call', startedAt: null, endedAt: 1, messages: [], cost: 0 },
      artifact: { messages: [], transcript: '' },
    });
    const [row] = await database()
      .db.select()
      .from(callTable)
      .where(eq(callTable.id, first.call.id));
    expect(row?.visitorHash).toBeNull();
    expect(isStarted(await start(1))).toBe(true);
  });
});
