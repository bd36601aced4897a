import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Database } from '../../platform/database/database.ts';
import { orgTable } from '../../platform/database/schema.ts';
import { StartupError } from '../../platform/errors/startup-error.ts';
import type { BlobStore } from '../../platform/storage/blob-store.ts';
import { createFolderBlobs } from '../../platform/storage/folder-blobs.ts';
import { CONTENTS, readContentKey } from './file-contents.ts';

export interface MoveContentsOptions {
  readonly db: Database;
  /** Of this machine: where contents are while nothing else is configured. */
  readonly folder: string;
  readonly blobs: BlobStore;
  readonly log: Logger;
}

/**
 * Moves what lies in the data folder, from before files were kept elsewhere, to where they are kept
 * now; of organisations of this database only. What was moved is not here any more.
 *
 * @throws `storage_refused`: without these files the server would say that they are gone
 */
export async function moveContents({ db, folder, blobs, log }: MoveContentsOptions): Promise<void> {
  if (blobs.folder !== null) return;
  const orgs = new Set((await db.select({ id: orgTable.id }).from(orgTable)).map(({ id }) => id));
  let contents = 0;
  for await (const { key } of createFolderBlobs(folder).list(CONTENTS)) {
    if (!orgs.has(readContentKey(key)?.orgId ?? '')) continue;
    if (contents === 0) log.info({ storage: blobs.description }, 'moving files to their storage');
    await blobs.putFile(key, join(folder, key)).catch((cause: unknown) => {
      throw notMoved(blobs, folder, cause);
    });
    contents += 1;
  }
  if (contents > 0) log.info({ contents }, 'files moved');
}

function notMoved(blobs: BlobStore, folder: string, cause: unknown): StartupError {
  return new StartupError(
    'storage_refused',
    `The files in ${folder} could not all be moved to ${blobs.description}, as STORAGE_URL asks. Nothing is lost; see the log, and start the server again when it answers.`,
    { cause },
  );
}
