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
  const call = endedCall(orgId, row);
  await db.insert(callTable).values(call);
  await replaceLines(db, call.id, messages);
  return call.id;
}

/** Many at once, of whose lines nothing is asked. */
export async function storeCallsWithoutLines(
  db: Database,
  orgId: string,
  rows: readonly Omit<StoredCall, 'messages'>[],
): Promise<void> {
  await db.insert(callTable).values(rows.map((row) => endedCall(orgId, row)));
}

function endedCall(orgId: string, row: Omit<StoredCall, 'messages'>) {
  const startedAt = new Date(Date.UTC(2026, 0, 1));
  return {
    id: randomUUID(),
    orgId,
    type: 'webCall' as const,
    status: 'ended' as const,
    endedReason: 'customer-ended-call' as const,
    startedAt,
    endedAt: new Date(startedAt.getTime() + 90_500),
    artifact: { messages: [], transcript: 'User: Hello.' },
    createdAt: startedAt,
    updatedAt: startedAt,
    ...row,
  };
}
