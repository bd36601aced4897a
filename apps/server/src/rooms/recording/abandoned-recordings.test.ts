import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { describeOnBothDatabases } from '../../../testing/databases/describe-databases.ts';
import { nodeTable } from '../../platform/database/node-table.ts';
import { createRecordingStore } from './recording-store.ts';

describeOnBothDatabases('recordings of nodes that are over', (server, database) => {
  it('go to one of those that ask', async () => {
    const { db } = database();
    const values = { name: 'n', address: 'http://n', version: '1', capacity: 1, beat: new Date() };
    const rows = await db.insert(nodeTable).values([values, values, values]).returning();
    const [a, b, over] = rows.map(({ id }) =>
      createRecordingStore(db, { own: id, isCluster: true }),
    );
    const create = async (store = over) => {
      const id = randomUUID();
      await store?.create({
        ...{ id, orgId: server().orgId, roomName: 'room', meetingId: 'm', callId: null },
        ...{ instanceId: 'i', type: 'cloud', startedBy: 'p', startedAt: new Date() },
      });
      return id;
    };
    const abandoned = [await create(), await create(), await create()];
    await create(a);
    await db.delete(nodeTable).where(eq(nodeTable.id, rows[2]?.id ?? 0));
    const claimed = await Promise.all([a, b].map((store) => store?.claimAbandoned()));
    const ids = claimed.flatMap((some) => some?.map(({ id }) => id) ?? []);
    expect(ids.toSorted()).toEqual(abandoned.toSorted());
    expect(await a?.claimAbandoned()).toEqual([]);
    expect(await createRecordingStore(db, { own: null, isCluster: true }).claimAbandoned()).toEqual(
      [],
    );
  });
});
