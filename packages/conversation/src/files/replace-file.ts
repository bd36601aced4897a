import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Puts what `write` leaves in a draft in the place of a file, whose folder is made: it is whole or not there, for other
 * processes, too.
 *
 * @throws an error of the file system; no draft is left
 */
export async function replaceFile(
  path: string,
  write: (draft: string) => Promise<void>,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.${randomUUID()}`;
  try {
    await write(draft);
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
}
