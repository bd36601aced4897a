import { randomUUID } from 'node:crypto';
import type { CallMessage } from '@kindling/protocol';
import { replaceLines } from '../../src/modules/calls/store/call-lines.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { callTable } from '../../src/platform/database/schema.ts';

type StoredCall = Partial<typeof callTable.$inferInsert> & {
  readonly messages?: readonly CallMessage[];
};

const HELLO: CallMessage = {
  role: 'user',
  message: 'Hello.',
  time: 0,
  endTime: 1,
  secondsFromStart: 0,
};

/** An ended call as it is stored, with what a test says about it; answers its id. */
export async function storeCall(
  db: Database,
  orgId: string,
  { messages = [HELLO], ...row }: StoredCall = {},
): Promise<string> {
  const id = row.id ?? randomUUID();
  const startedAt = new Date(Date.UTC(2026, 0, 1));
  await db.insert(callTable).values({
    id,
    orgId,
    type: 'webCall',
    status: 'ended',
    endedReason: 'customer-ended-call',
    startedAt,
    endedAt: new Date(startedAt.getTime() + 90_500),
    artifact: { messages: [], transcript: 'User: Hello.' },
    createdAt: startedAt,
    updatedAt: startedAt,
    ...row,
  });
  await replaceLines(db, id, messages);
  return id;
}
