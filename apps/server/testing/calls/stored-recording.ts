import { randomUUID } from 'node:crypto';
import type { Database } from '../../src/platform/database/database.ts';
import { recordingTable } from '../../src/platform/database/schema.ts';

/** A finished recording as it is stored, without its files; answers its id. */
export async function storeRecording(
  db: Database,
  orgId: string,
  row: Partial<typeof recordingTable.$inferInsert> = {},
): Promise<string> {
  const id = row.id ?? randomUUID();
  const startedAt = new Date(Date.UTC(2026, 0, 1));
  await db.insert(recordingTable).values({
    id,
    orgId,
    roomName: 'room',
    meetingId: 'meeting',
    instanceId: 'default',
    type: 'cloud',
    status: 'finished',
    startedBy: 'someone',
    startedAt,
    duration: 1_000,
    createdAt: startedAt,
    updatedAt: startedAt,
    ...row,
  });
  return id;
}
