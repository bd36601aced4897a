import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { storeCall } from '../../../../testing/calls/stored-call.ts';
import { describeOnBothDatabases } from '../../../../testing/databases/describe-databases.ts';
import { nodeTable } from '../../../platform/database/node-table.ts';
import { callTable } from '../../../platform/database/schema.ts';
import { createAbandonedCalls } from '../abandoned-calls.ts';
import { createTakeCall } from './take-call.ts';

const GOING_ON = { status: 'in-progress', endedReason: null, endedAt: null } as const;

describeOnBothDatabases('a call that another node hands over', (server, database) => {
  let own: number;
  let other: number;

  const join = async () => {
    const [row] = await database()
      .db.insert(nodeTable)
      .values({ name: 'n', address: 'http://n', version: '1', capacity: 1, beat: new Date() })
      .returning();
    return row?.id ?? 0;
  };
  const callOf = (nodeId: number, fields = {}) =>
    storeCall(database().db, server().orgId, { ...GOING_ON, nodeId, ...fields });
  const read = async (id: string) => {
    const [row] = await database().db.select().from(callTable).where(eq(callTable.id, id));
    return row;
  };
  /** `expects`: whether it can be gone on with. */
  function taker(node: number | null, { expects = true, mayTake = true } = {}) {
    const { db } = database();
    const nodes = { own: node, isCluster: true };
    const waits: unknown[] = [];
    const take = createTakeCall({
      ...{ db, nodes, mayTake: () => mayTake },
      abandoned: createAbandonedCalls(db, nodes),
      lost: {
        async expect(calls, ending) {
          waits.push(calls, ending?.reason);
          return new Set(expects ? calls.map(({ id }) => id) : []);
        },
      },
    });
    return { take, waits };
  }

  beforeEach(async () => {
    await database().db.delete(callTable);
    await database().db.delete(nodeTable);
    [own, other] = [await join(), await join()];
  });

  it('is this node’s at once, under another epoch, and its visitor is waited for', async () => {
    const id = await callOf(other, { epoch: 4 });
    const { take, waits } = taker(own);
    expect(await take(id, other)).toBe(true);
    expect(await read(id)).toMatchObject({ ...GOING_ON, nodeId: own, epoch: 5 });
    const claim = { nodeId: own, epoch: 5 };
    expect(waits).toEqual([[{ id, claim }], 'kindling.connection-lost']);
  });

  it('is taken once, however often it is offered: two-takers', async () => {
    const third = await join();
    const id = await callOf(other);
    const takers = [own, third].map((node) => taker(node));
    const taken = await Promise.all(takers.map(({ take }) => take(id, other)));
    expect(taken.filter(Boolean)).toHaveLength(1);
    expect(await read(id)).toMatchObject({ epoch: 1, nodeId: taken[0] ? own : third });
    expect(takers.flatMap(({ waits }) => waits)).toHaveLength(2);
  });

  it('is not taken when it is over, is another node’s, or this node may not', async () => {
    const ended = await storeCall(database().db, server().orgId, { nodeId: other });
    const ours = await callOf(own);
    const theirs = await callOf(other);
    const { take, waits } = taker(own);
    expect(await take(ended, other)).toBe(false);
    expect(await take(ours, other)).toBe(false);
    expect(await taker(own, { mayTake: false }).take(theirs, other)).toBe(false);
    expect(await taker(null).take(theirs, other)).toBe(false);
    await database().db.delete(nodeTable).where(eq(nodeTable.id, own));
    // It is over, and has not heard of it.
    expect(await take(theirs, other)).toBe(false);
    expect(waits).toEqual([]);
    expect(await read(theirs)).toMatchObject({ nodeId: other, epoch: 0 });
  });

  it('is ended, and not forgotten, where it turns out that it cannot be gone on with', async () => {
    const id = await callOf(other);
    expect(await taker(own, { expects: false }).take(id, other)).toBe(true);
    expect(await read(id)).toMatchObject({
      status: 'ended',
      endedReason: 'kindling.server-crashed',
    });
  });
});
