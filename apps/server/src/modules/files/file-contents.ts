import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readIfThere } from '../../platform/data-folder/if-there.ts';

/** What files hold, on the disk below the blob folder: a folder for each organisation. */
export interface FileContents {
  /**
   * Takes a content from the path where it was written, and keeps it and its text under a new key;
   * both are on the disk when this resolves.
   */
  add(orgId: string, from: string, text: string | null): Promise<string>;
  /** Null when it is gone. */
  readContent(orgId: string, key: string): Promise<Buffer | null>;
  readText(orgId: string, key: string): Promise<string | null>;
  remove(orgId: string, key: string): Promise<void>;
  /** Everything of an organisation. */
  removeAll(orgId: string): Promise<void>;
}

export function createFileContents(blobFolder: string): FileContents {
  const folder = (orgId: string) => join(blobFolder, 'files', orgId);
  const paths = (orgId: string, key: string) => {
    const path = join(folder(orgId), key);
    return { content: path, text: `${path}.txt` };
  };
  return {
    async add(orgId, from, text) {
      const key = randomUUID();
      const { content: path, text: textPath } = paths(orgId, key);
      await mkdir(folder(orgId), { recursive: true, mode: 0o700 });
      try {
        if (text !== null) await write(textPath, text);
        await rename(from, path);
      } catch (error) {
        await this.remove(orgId, key);
        throw error;
      }
      return key;
    },
    readContent: (orgId, key) => readIfThere(paths(orgId, key).content),
    async readText(orgId, key) {
      return (await readIfThere(paths(orgId, key).text))?.toString('utf8') ?? null;
    },
    async remove(orgId, key) {
      const { content, text } = paths(orgId, key);
      await Promise.all([rm(content, { force: true }), rm(text, { force: true })]);
    },
    removeAll: (orgId) => rm(folder(orgId), { recursive: true, force: true }),
  };
}

/** Whole or not at all. */
async function write(path: string, content: string): Promise<void> {
  const unfinished = `${path}.part`;
  try {
    const file = await open(unfinished, 'w', 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}
