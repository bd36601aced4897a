import { randomUUID } from 'node:crypto';
import type { Database } from '../storage/database.ts';
import { callTable } from '../storage/schema.ts';

type Row = typeof callTable.$inferInsert;

/** An ended call as it is stored, with what a test says about it; answers its id. */
export async function storeCall(
  db: Database,
  orgId: string,
  row: Partial<Row> = {},
): Promise<string> {
  const id = randomUUID();
  const startedAt = new Date(Date.UTC(2026, 0, 1));
  await db.insert(callTable).values({
    ...{ id, orgId, type: 'webCall', status: 'ended', endedReason: 'customer-ended-call' },
    ...{ startedAt, endedAt: new Date(startedAt.getTime() + 90_500) },
    messages: [{ role: 'user', message: 'Hello.', time: 0, endTime: 1, secondsFromStart: 0 }],
    artifact: { messages: [], transcript: 'User: Hello.' },
    ...{ createdAt: startedAt, updatedAt: startedAt },
    ...row,
  });
  return row.id ?? id;
}
