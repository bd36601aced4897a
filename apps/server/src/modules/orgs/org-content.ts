import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import { recordingTable } from '../../platform/database/schema.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { createRecordingFiles } from '../../platform/storage/create-recording-files.ts';
import type { RecordingFilesOptions } from '../../platform/storage/recording-files.ts';
import { createFileContents } from '../files/file-contents.ts';

/** What a deleted org leaves in the blob store, removed whatever happens after the rows are gone. */
export interface OrgContent {
  /** In the transaction that deletes the org, before it does. */
  removeLater(tx: Database, orgId: string): Promise<void>;
  /** After the commit. */
  wake(): void;
}

const removal = {
  name: 'org-content-removal',
  payload: z.object({ orgId: z.uuid(), recordingIds: z.array(z.uuid()) }),
};

export function createOrgContent(jobs: Jobs, stored: RecordingFilesOptions): OrgContent {
  const files = createFileContents(stored.blobs);
  const recordings = createRecordingFiles(stored);
  jobs.handle(removal, async ({ payload }) => {
    await files.removeAll(payload.orgId);
    for (const id of payload.recordingIds) await recordings.remove(id);
  });
  return {
    async removeLater(tx, orgId) {
      const recorded = await tx
        .select({ id: recordingTable.id })
        .from(recordingTable)
        .where(eq(recordingTable.orgId, orgId));
      const payload = { orgId, recordingIds: recorded.map(({ id }) => id) };
      // The server's own: what belongs to the org goes with it.
      await jobs.add(tx, removal, { orgId: null, payload });
    },
    wake: () => jobs.wake(),
  };
}
