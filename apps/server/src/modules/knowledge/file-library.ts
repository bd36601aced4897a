import { createPassageIndex, type PassageIndex } from '@kindling/conversation';
import { and, eq, inArray } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { fileTable } from '../../platform/database/platform-tables.ts';
import type { FileContents } from '../files/file-contents.ts';

/** Files that were read and are ready to be searched together. */
export interface OpenFiles {
  readonly index: PassageIndex;
  readonly names: ReadonlyMap<string, string>;
}

export interface FileLibrary {
  /**
   * Files that were deleted, are another organisation's, or have more text than there is room for
   * are passed over.
   */
  open(orgId: string, fileIds: readonly string[]): Promise<OpenFiles>;
}

export interface FileLibraryOptions {
  readonly db: Database;
  readonly contents: Pick<FileContents, 'readText'>;
  /** Bytes of text that are kept ready. @default LIBRARY_MAX_BYTES */
  readonly mostBytes?: number;
}

interface Shelf {
  readonly bytes: number;
  readonly index: Promise<PassageIndex>;
}

interface FileRow {
  readonly id: string;
  readonly body: Record<string, unknown>;
}

/** Ready to be searched, a byte of text takes about ten of memory. */
export const LIBRARY_MAX_BYTES = 5_000_000;

/** Keeps what was searched last in memory: an index of a long book takes a second to make. */
export function createFileLibrary(options: FileLibraryOptions): FileLibrary {
  const { db, contents, mostBytes = LIBRARY_MAX_BYTES } = options;
  // By the contents' keys, which never change: the least recently used comes first.
  const shelves = new Map<string, Shelf>();

  function makeRoom(): void {
    let kept = [...shelves.values()].reduce((sum, { bytes }) => sum + bytes, 0);
    for (const [key, { bytes }] of shelves) {
      if (kept <= mostBytes || shelves.size === 1) return;
      shelves.delete(key);
      kept -= bytes;
    }
  }

  function indexOf(orgId: string, files: readonly FileRow[]): Promise<PassageIndex> {
    const shelfKey = JSON.stringify([orgId, files.map(contentKey).sort()]);
    const known = shelves.get(shelfKey);
    shelves.delete(shelfKey);
    const shelf = known ?? {
      bytes: files.reduce((sum, file) => sum + textBytes(file), 0),
      index: readAll(orgId, files),
    };
    shelves.set(shelfKey, shelf);
    // A disk that failed once is asked again.
    shelf.index.catch(() => shelves.delete(shelfKey));
    makeRoom();
    return shelf.index;
  }

  async function readAll(orgId: string, files: readonly FileRow[]): Promise<PassageIndex> {
    const documents = [];
    for (const file of files) {
      const text = await contents.readText(orgId, contentKey(file));
      if (text !== null) documents.push({ id: file.id, text });
    }
    return createPassageIndex(documents);
  }

  return {
    async open(orgId, fileIds) {
      const found: FileRow[] =
        fileIds.length === 0
          ? []
          : await db
              .select({ id: fileTable.id, body: fileTable.body })
              .from(fileTable)
              .where(and(eq(fileTable.orgId, orgId), inArray(fileTable.id, [...fileIds])));
      const files = fitting(found, mostBytes);
      return {
        index: await indexOf(orgId, files),
        names: new Map(files.map(({ id, body }) => [id, String(body.name ?? 'file')])),
      };
    },
  };
}

/** As many as can be kept ready, in the order of their ids so that it is always the same ones. */
function fitting(files: readonly FileRow[], mostBytes: number): FileRow[] {
  let bytes = 0;
  return [...files]
    .sort((left, right) => (left.id < right.id ? -1 : 1))
    .filter((file) => {
      const fits = bytes + textBytes(file) <= mostBytes;
      if (fits) bytes += textBytes(file);
      return fits;
    });
}

function textBytes({ body }: FileRow): number {
  return Number(body.parsedTextBytes ?? 0);
}

function contentKey({ body }: FileRow): string {
  return String(body.key ?? '');
}
