import type { StoredFile } from '@kindling/protocol';
import type { Database } from '../../platform/database/database.ts';
import { fileTable } from '../../platform/database/platform-tables.ts';
import { createResourceStore, type ResourceStore } from '../references/resource-store.ts';

/** A file as it is kept: where it can be read depends on who asks. */
export type FileRecord = Omit<StoredFile, 'url' | 'parsedTextUrl'>;
export type NewFile = Omit<FileRecord, 'id' | 'orgId' | 'createdAt' | 'updatedAt'>;
export type FileStore = ResourceStore<FileRecord, NewFile>;

export const createFileStore = (db: Database): FileStore =>
  createResourceStore(db, { table: fileTable, name: 'file' });
