import type { Logger } from 'pino';
import { createFileStore } from '../api/file/file-store.ts';
import { fileHandlers } from '../api/file/handlers.ts';
import { knowledgeBaseHandlers } from '../api/knowledge-base/handlers.ts';
import { createKnowledgeBaseStore } from '../api/knowledge-base/knowledge-base-store.ts';
import { findFileUses, findKnowledgeBaseUses } from '../api/knowledge-base/knowledge-uses.ts';
import type { HandlersOf } from '../api/registrar.ts';
import type { ModelFactories } from '../calls/engines.ts';
import { createExtractor } from '../files/extract/extract-text.ts';
import { createFileContents, type FileContents } from '../files/file-contents.ts';
import type { CallServer } from '../http-out/call-server.ts';
import type { SelectOwnModel } from '../models/own-models.ts';
import { createDiskSpace } from '../recordings/disk-space.ts';
import type { Database } from '../storage/database.ts';
import type { SearchKnowledge } from '../tools/kinds/query-tool.ts';
import { type ChooseModel, createChooseModel } from './choose-model.ts';
import { createFileLibrary } from './file-library.ts';
import { createFindGuide } from './guides.ts';
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
  readonly createChooseModel: (options: {
    readonly selectModel: SelectOwnModel;
    readonly createGuide: ModelFactories['guide'];
    readonly callServer: CallServer;
    readonly now: () => number;
    readonly log: Logger;
  }) => ChooseModel;
}

/** Files, knowledge bases over them, and the models that look into them. */
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
    searchKnowledge: createSearchKnowledge(library),
    handlers: {
      ...fileHandlers({
        ...{ files, contents, extractor: createExtractor() },
        disk: createDiskSpace({ folder: blobFolder, keepFree }),
        findUses: (orgId, id) => findFileUses(db, orgId, id),
      }),
      ...knowledgeBaseHandlers({
        ...{ bases, files },
        findUses: (orgId, id) => findKnowledgeBaseUses(db, orgId, id),
      }),
    },
    createChooseModel: ({ createGuide, ...options }) =>
      createChooseModel({
        ...options,
        db,
        bases,
        library,
        findGuide: createFindGuide(createGuide),
      }),
  };
}
