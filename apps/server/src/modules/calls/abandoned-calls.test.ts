import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { storeCall } from '../../../testing/calls/stored-call.ts';
import {
  describeOnBothDatabases,
  describeOnOneDatabase,
} from '../../../testing/databases/describe-databases.ts';
import { nodeTable } from '../../platform/database/node-table.ts';
import { callTable } from '../../platform/database/schema.ts';
import { createAbandonedCalls } from './abandoned-calls.ts';
import { linesOf } from './store/call-lines.ts';
import { type CallEnd, createCallWriter } from './store/call-writer.ts';

const GOING_ON = { status: 'in-progress', endedReason: null, endedAt: null } as const;
const CRASHED = 'kindling.server-crashed';
const END: CallEnd = {
  reason: 'customer-ended-call',
  startedAt: null,
  endedAt: Date.UTC(2026, 0, 2),
  messages: [],
  artifact: { messages: [], transcript: '' },
  cost: 0,
};

describeOnBothDatabases('calls of nodes that are over', (server, database) => {
  let own: number;
  let other: number;
  let over: number;

  const join = async () => {
    const [row] = await database()
      .db.insert(nodeTable)
      .values({ name: 'n', address: 'http://n', version: '1', capacity: 1, beat: new Date() })
      .returning();
    return row?.id ?? 0;
  };
  const leave = (id: number) => database().db.delete(nodeTable).where(eq(nodeTable.id, id));
  const nodeOf = (id: number | null) => ({ own: id, isCluster: true });
  const abandoned = (id: number | null) => createAbandonedCalls(database().db, nodeOf(id));
  const callOf = (nodeId: number | null, fields = {}) =>
    storeCall(database().db, server().orgId, { ...GOING_ON, nodeId, ...fields });
  const read = async (id: string) => {
    const [row] = await database().db.select().from(callTable).where(eq(callTable.id, id));
    return row;
  };

  beforeEach(async () => {
    await database().db.delete(callTable);
    await database().db.delete(nodeTable);
    [own, other, over] = [await join(), await join(), await join()];
    await leave(over);
  });

  it('are kept where the caller may come back to them, also by a server without others', async () => {
    const kept = await callOf(null);
    const ended = await callOf(null);
    const alone = createAbandonedCalls(database().db, { own: null, isCluster: false });
    const asked: string[] = [];
    const keep = async (calls: readonly { readonly id: string }[]) => {
      asked.push(...calls.map(({ id }) => id));
      return new Set([kept]);
    };
    expect(await alone.close(CRASHED, 'It stopped.', keep)).toBe(1);
    expect(asked.toSorted()).toEqual([kept, ended].toSorted());
    expect(await read(kept)).toMatchObject({ status: 'in-progress', epoch: 1 });
    expect(await read(ended)).toMatchObject({ status: 'ended', endedReason: CRASHED });
    const claim = { nodeId: null, epoch: 1 };
    expect(await alone.end({ id: kept, claim }, CRASHED, 'It stopped.')).toBe(true);
  });

  it('are claimed, the oldest first, and no others', async () => {
    const older = await callOf(over, { createdAt: new Date(0) });
    const alone = await callOf(null, { epoch: 3 });
    await callOf(other);
    await callOf(own);
    await storeCall(database().db, server().orgId, { nodeId: over });
    expect(await abandoned(own).claim(1)).toEqual([
      { id: older, claim: { nodeId: own, epoch: 1 } },
    ]);
    expect(await abandoned(own).claim(9)).toEqual([
      { id: alone, claim: { nodeId: own, epoch: 4 } },
    ]);
    expect(await abandoned(other).claim(9)).toEqual([]);
  });

  it('are none for a node that is over itself, whether it knows or not', async () => {
    await callOf(over);
    expect(await abandoned(over).claim(9)).toEqual([]);
    expect(await abandoned(null).claim(9)).toEqual([]);
  });

  it('are claimed again when who claimed them dies', async () => {
    const id = await callOf(over);
    await abandoned(own).claim(9);
    await leave(own);
    expect(await abandoned(other).claim(9)).toEqual([{ id, claim: { nodeId: other, epoch: 2 } }]);
  });

  it('are written by who held them no more: sigcont-after-takeover', async () => {
    const id = await callOf(over);
    const { db } = database();
    const late = createCallWriter(db, { nodeId: over, epoch: 0 });
    const line = { role: 'user', message: 'x', time: 0, endTime: 0, secondsFromStart: 0 } as const;
    expect(await late.writeLines(id, [{ position: 1, line }])).toBe(true);
    const [claimed] = await abandoned(own).claim(9);
    expect(await late.writeLines(id, [{ position: 2, line }])).toBe(false);
    expect(await late.markInProgress(id, 0)).toBe(false);
    expect(await late.finish(id, END)).toBe(false);
    expect(await read(id)).toMatchObject({
      status: 'in-progress',
      startedAt: new Date(Date.UTC(2026, 0, 1)),
    });
    expect(await linesOf(db, id)).toHaveLength(2);
    const writer = createCallWriter(db, claimed?.claim ?? { nodeId: null, epoch: 0 });
    expect(await writer.finish(id, END)).toBe(true);
  });

  it('end once, with their lines and with their reason', async () => {
    const ids = [await callOf(over), await callOf(over), await callOf(null)];
    const closed = await Promise.all(
      [own, other].map((id) => abandoned(id).close(CRASHED, 'It stopped.')),
    );
    expect(closed.reduce((sum, one) => sum + one, 0)).toBe(3);
    for (const id of ids) {
      expect(await read(id)).toMatchObject({ status: 'ended', endedReason: CRASHED });
      expect(await linesOf(database().db, id)).toHaveLength(1);
    }
  });

  it('are all that are open where there are no others', async () => {
    const id = await callOf(other);
    const alone = createAbandonedCalls(database().db, { own: null, isCluster: false });
    expect(await alone.close(CRASHED, 'It stopped.')).toBe(1);
    expect(await read(id)).toMatchObject({ status: 'ended', endedReason: CRASHED });
  });
});

describeOnOneDatabase('a thousand calls of a node that is over', (server, database) => {
  it('are claimed by two nodes, each call by one of them: a-thousand-races', async () => {
    const { db } = database();
    const values = { name: 'n', address: 'http://n', version: '1', capacity: 1, beat: new Date() };
    const rows = await db.insert(nodeTable).values([values, values, values]).returning();
    const [a = 0, b = 0, over = 0] = rows.map(({ id }) => id);
    await db.delete(nodeTable).where(eq(nodeTable.id, over));
    const now = new Date();
    const call = { orgId: server().orgId, type: 'webCall', status: 'queued' } as const;
    await db.insert(callTable).values(
      Array.from({ length: 1_000 }, () => ({
        ...call,
        id: crypto.randomUUID(),
        nodeId: over,
        createdAt: now,
        updatedAt: now,
      })),
    );
    const claimAll = async (own: number) => {
      const claimed: string[] = [];
      const calls = createAbandonedCalls(db, { own, isCluster: true });
      for (;;) {
        const some = await calls.claim(1);
        if (some.length === 0) return claimed;
        claimed.push(...some.map(({ id }) => id));
      }
    };
    const won = await Promise.all([a, a, b, b].map(claimAll));
    expect(won.flat()).toHaveLength(1_000);
    expect(new Set(won.flat()).size).toBe(1_000);
    const held = await db.select().from(callTable).where(eq(callTable.epoch, 1));
    expect(held).toHaveLength(1_000);
  });
});
