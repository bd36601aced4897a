import { createDiskSpace } from '../../platform/data-folder/disk-space.ts';
import type { PlatformContext } from '../../platform/platform-context.ts';
import type { HandlersOf } from '../../platform/requests/operation-handlers.ts';
import { createExtractor } from './extract/extract-text.ts';
import { createFileContents } from './file-contents.ts';
import { createFileStore } from './file-store.ts';
import { type FileHandlersOptions, fileHandlers } from './handlers.ts';

export interface FilesContext extends Pick<PlatformContext, 'config' | 'db' | 'folders' | 'blobs'> {
  readonly knowledge: { readonly findFileUses: FileHandlersOptions['findUses'] };
}

export function registerFiles(context: FilesContext): HandlersOf<'file'> {
  const { config, db, folders, blobs } = context;
  return fileHandlers({
    files: createFileStore(db),
    contents: createFileContents(blobs),
    extractor: createExtractor(),
    disk: createDiskSpace({ folder: folders.blobs, keepFree: config.roomMedia.keepFree }),
    findUses: context.knowledge.findFileUses,
  });
}
