import type { Database } from '../../platform/database/database.ts';
import type { BlobStore } from '../../platform/storage/blob-store.ts';
import { createFileContents } from '../files/file-contents.ts';
import type { SearchKnowledge } from '../tools/kinds/query-tool.ts';
import { createFileLibrary, type FileLibrary } from './file-library.ts';
import { createKnowledgeBaseStore, type KnowledgeBaseStore } from './knowledge-base-store.ts';
import { findFileUses } from './knowledge-uses.ts';
import { createSearchKnowledge } from './search-knowledge.ts';

export interface ComposeKnowledgeOptions {
  readonly db: Database;
  readonly blobs: BlobStore;
}

/** What assistants know from files. */
export interface ComposedKnowledge {
  readonly searchKnowledge: SearchKnowledge;
  readonly bases: KnowledgeBaseStore;
  readonly library: FileLibrary;
  /** Names of those that a file is known to. */
  readonly findFileUses: (orgId: string, fileId: string) => Promise<string[]>;
}

export function composeKnowledge({ db, blobs }: ComposeKnowledgeOptions): ComposedKnowledge {
  const library = createFileLibrary({ db, contents: createFileContents(blobs) });
  return {
    library,
    bases: createKnowledgeBaseStore(db),
    searchKnowledge: createSearchKnowledge(library),
    findFileUses: (orgId, fileId) => findFileUses(db, orgId, fileId),
  };
}
