import { rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { listIfThere } from '../../platform/data-folder/if-there.ts';
import type { Database } from '../../platform/database/database.ts';
import { fileTable } from '../../platform/database/platform-tables.ts';
import { orgTable } from '../../platform/database/schema.ts';

export interface PurgeContentsOptions {
  readonly db: Database;
  readonly blobFolder: string;
  /** What was written later may be an upload that is still going on. */
  readonly before: Date;
}

/** Keys that are looked up at a time. */
const BATCH = 500;

/**
 * Removes what no file belongs to: an upload or a deletion that a crash cut short leaves it. Only
 * organisations of this database are looked at, so that a wrong `DATABASE_URL` costs nobody a file.
 * Resolves with how many were removed.
 */
export async function purgeContents(options: PurgeContentsOptions): Promise<number> {
  const { db, blobFolder } = options;
  const folder = join(blobFolder, 'files');
  const found = await listIfThere(folder);
  if (found.length === 0) return 0;
  const orgs = await db.select({ id: orgTable.id }).from(orgTable);
  let removed = 0;
  for (const { id } of orgs) {
    if (found.includes(id)) removed += await purgeFolder(options, id, join(folder, id));
  }
  return removed;
}

async function purgeFolder(
  { db, before }: PurgeContentsOptions,
  orgId: string,
  folder: string,
): Promise<number> {
  const names = await listIfThere(folder);
  const keys = [...new Set(names.map(keyOf))];
  const kept = new Set<string>();
  const key = sql<string>`${fileTable.body} ->> 'key'`;
  for (let start = 0; start < keys.length; start += BATCH) {
    const rows = await db
      .select({ key })
      .from(fileTable)
      .where(and(eq(fileTable.orgId, orgId), inArray(key, keys.slice(start, start + BATCH))));
    for (const row of rows) kept.add(row.key);
  }
  let removed = 0;
  for (const name of names) {
    const isKept = kept.has(keyOf(name)) && !name.endsWith('.part');
    if (isKept || !(await isOlder(join(folder, name), before))) continue;
    await rm(join(folder, name), { force: true });
    removed += 1;
  }
  if (removed === names.length) await rmdir(folder).catch(() => undefined);
  return removed;
}

const keyOf = (name: string): string => name.replace(/(?:\.txt)?(?:\.part)?$/, '');

async function isOlder(path: string, instant: Date): Promise<boolean> {
  const known = await stat(path).catch(() => null);
  return known !== null && known.mtime < instant;
}
