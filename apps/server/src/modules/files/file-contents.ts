import { randomUUID } from 'node:crypto';
import { type BlobStore, readBlob } from '../../platform/storage/blob-store.ts';

/** What files hold: a content and its text under one key of an organisation. */
export interface FileContents {
  /**
   * Takes a content from the path where it was written, and keeps it and its text under a new key;
   * both are stored when this resolves.
   */
  add(orgId: string, from: string, text: string | null): Promise<string>;
  /** Null when it is gone. */
  readContent(orgId: string, key: string): Promise<Buffer | null>;
  readText(orgId: string, key: string): Promise<string | null>;
  remove(orgId: string, key: string): Promise<void>;
  /** Everything of an organisation. */
  removeAll(orgId: string): Promise<void>;
}

/** Below it are the contents of all organisations. */
export const CONTENTS = 'files/';
const TEXT = '.txt';

export function createFileContents(blobs: BlobStore): FileContents {
  const keysOf = (orgId: string, key: string) => {
    const content = `${CONTENTS}${orgId}/${key}`;
    return { content, text: content + TEXT };
  };
  return {
    async add(orgId, from, text) {
      const key = randomUUID();
      const keys = keysOf(orgId, key);
      try {
        if (text !== null) await blobs.put(keys.text, Buffer.from(text));
        await blobs.putFile(keys.content, from);
      } catch (error) {
        // What cannot be removed now has no row, and is found by that.
        await this.remove(orgId, key).catch(() => undefined);
        throw error;
      }
      return key;
    },
    readContent: (orgId, key) => readBlob(blobs, keysOf(orgId, key).content),
    async readText(orgId, key) {
      return (await readBlob(blobs, keysOf(orgId, key).text))?.toString('utf8') ?? null;
    },
    async remove(orgId, key) {
      const { content, text } = keysOf(orgId, key);
      await Promise.all([blobs.remove(content), blobs.remove(text)]);
    },
    removeAll: (orgId) => blobs.removeAll(`${CONTENTS}${orgId}/`),
  };
}

/** The organisation and the key that a blob was kept under; null for what is none of these. */
export function readContentKey(blobKey: string): { orgId: string; key: string } | null {
  const [, orgId, key] = /^files\/([^/]+)\/([^/]+?)(?:\.txt)?$/.exec(blobKey) ?? [];
  return orgId === undefined || key === undefined ? null : { orgId, key };
}
