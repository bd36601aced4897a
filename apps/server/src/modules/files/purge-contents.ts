import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { fileTable } from '../../platform/database/platform-tables.ts';
import { orgTable } from '../../platform/database/schema.ts';
import type { BlobInfo, BlobStore } from '../../platform/storage/blob-store.ts';
import { CONTENTS, readContentKey } from './file-contents.ts';

export interface PurgeContentsOptions {
  readonly db: Database;
  readonly blobs: BlobStore;
  /** Ms. */
  readonly now: number;
  readonly signal?: AbortSignal;
}

/** Keys that are looked up at a time. */
const BATCH = 500;
/** What is younger may be an upload whose row is not written yet, ms. */
const CONTENT_GRACE = 3_600_000;
/** The same of what is being written; a large file over a slow line takes long. */
const UNFINISHED_GRACE = 86_400_000;

/**
 * Removes what no file belongs to: an upload or a deletion that a crash cut short leaves it. Only
 * organisations of this database are looked at, so that a wrong `DATABASE_URL` costs nobody a file.
 * Resolves with how many were removed.
 */
export async function purgeContents(options: PurgeContentsOptions): Promise<number> {
  const { db, blobs, now, signal } = options;
  const orgs = new Set((await db.select({ id: orgTable.id }).from(orgTable)).map(({ id }) => id));
  let removed = 0;
  let batch: Content[] = [];
  for await (const blob of blobs.list(CONTENTS)) {
    if (signal?.aborted === true) return removed;
    const content = toContent(blob);
    if (content === null || !orgs.has(content.orgId)) continue;
    if (blob.modifiedAt.getTime() > now - CONTENT_GRACE) continue;
    batch.push(content);
    if (batch.length < BATCH) continue;
    removed += await purgeBatch(options, batch);
    batch = [];
  }
  removed += await purgeBatch(options, batch);
  const unfinishedBefore = new Date(now - UNFINISHED_GRACE);
  for (const orgId of orgs)
    removed += await blobs.removeUnfinished(`${CONTENTS}${orgId}/`, unfinishedBefore);
  return removed;
}

interface Content {
  readonly blobKey: string;
  readonly orgId: string;
  readonly key: string;
}

function toContent({ key: blobKey }: BlobInfo): Content | null {
  const read = readContentKey(blobKey);
  return read && { blobKey, ...read };
}

async function purgeBatch(
  { db, blobs }: PurgeContentsOptions,
  contents: readonly Content[],
): Promise<number> {
  let removed = 0;
  for (const [orgId, ofOrg] of Map.groupBy(contents, (content) => content.orgId)) {
    const key = sql<string>`${fileTable.body} ->> 'key'`;
    const keys = [...new Set(ofOrg.map((content) => content.key))];
    const rows = await db
      .select({ key })
      .from(fileTable)
      .where(and(eq(fileTable.orgId, orgId), inArray(key, keys)));
    const kept = new Set(rows.map((row) => row.key));
    for (const { blobKey } of ofOrg.filter((content) => !kept.has(content.key))) {
      await blobs.remove(blobKey);
      removed += 1;
    }
  }
  return removed;
}
