import { createDiskSpace } from '../../platform/data-folder/disk-space.ts';
import type { Database } from '../../platform/database/database.ts';
import type { HandlersOf } from '../../platform/requests/operation-handlers.ts';
import { createExtractor } from '../files/extract/extract-text.ts';
import { createFileContents, type FileContents } from '../files/file-contents.ts';
import { createFileStore } from '../files/file-store.ts';
import { fileHandlers } from '../files/handlers.ts';
import type { SearchKnowledge } from '../tools/kinds/query-tool.ts';
import { createFileLibrary, type FileLibrary } from './file-library.ts';
import { knowledgeBaseHandlers } from './handlers.ts';
import { createKnowledgeBaseStore, type KnowledgeBaseStore } from './knowledge-base-store.ts';
import { findFileUses, findKnowledgeBaseUses } from './knowledge-uses.ts';
import { createSearchKnowledge } from './search-knowledge.ts';

export interface ComposeKnowledgeOptions {
  readonly db: Database;
  readonly blobFolder: string;
  /** Bytes of the disk that files leave free. */
  readonly keepFree: number;
}

export interface ComposedKnowledge {
  readonly handlers: HandlersOf<'file'> & HandlersOf<'knowledgeBase'>;
  readonly contents: FileContents;
  readonly searchKnowledge: SearchKnowledge;
  readonly bases: KnowledgeBaseStore;
  readonly library: FileLibrary;
}

/** Files, and knowledge bases over them. */
export function composeKnowledge({
  db,
  blobFolder,
  keepFree,
}: ComposeKnowledgeOptions): ComposedKnowledge {
  const files = createFileStore(db);
  const bases = createKnowledgeBaseStore(db);
  const contents = createFileContents(blobFolder);
  const library = createFileLibrary({ db, contents });
  return {
    contents,
    bases,
    library,
    searchKnowledge: createSearchKnowledge(library),
    handlers: {
      ...fileHandlers({
        files,
        contents,
        extractor: createExtractor(),
        disk: createDiskSpace({ folder: blobFolder, keepFree }),
        findUses: (orgId, id) => findFileUses(db, orgId, id),
      }),
      ...knowledgeBaseHandlers({
        bases,
        files,
        findUses: (orgId, id) => findKnowledgeBaseUses(db, orgId, id),
      }),
    },
  };
}
