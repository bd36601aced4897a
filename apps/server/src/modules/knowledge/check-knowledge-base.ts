import type { FieldError, KnowledgeBaseCreate } from '@kindling/protocol';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { FileStore } from '../files/file-store.ts';
import { filesOf } from '../references/files-of.ts';
import { LIBRARY_MAX_BYTES } from './file-library.ts';

/**
 * @throws `bad_request` naming each field that cannot be carried out: files that are missing or have no
 *   text, and what only another service could search
 */
export async function checkKnowledgeBase(
  base: KnowledgeBaseCreate,
  orgId: string,
  files: Pick<FileStore, 'find'>,
): Promise<void> {
  const faults: FieldError[] = base.provider === 'custom-knowledge-base' ? [] : foreignParts(base);
  let bytes = 0;
  for (const { id, path } of filesOf(base)) {
    const file = await files.find(orgId, id);
    bytes += file?.parsedTextBytes ?? 0;
    if (bytes > LIBRARY_MAX_BYTES) {
      faults.push({
        path,
        message: `With this file there are more than the ${LIBRARY_MAX_BYTES} bytes of text that one knowledge base searches.`,
      });
      break;
    }
    if (file === null)
      faults.push({ path, message: 'There is no file with this id in your organisation.' });
    else if (file.status === 'failed') {
      faults.push({
        path,
        message: `No text could be read from “${file.name}”: ${file.failureReason ?? ''}`.trim(),
      });
    }
  }
  const [first] = faults;
  if (first === undefined) return;
  throw new ApiError('bad_request', `${first.path}: ${first.message}`, { fields: faults });
}

/** What this server cannot search by itself. */
function foreignParts(
  base: Exclude<KnowledgeBaseCreate, { provider: 'custom-knowledge-base' }>,
): FieldError[] {
  const faults: FieldError[] = [];
  const type = base.searchPlan?.searchType;
  if (type === 'semantic' || type === 'hybrid') {
    faults.push({
      path: 'searchPlan.searchType',
      message: 'Files are searched by their words on this server: use bm25 or fulltext.',
    });
  }
  if (base.provider !== 'trieve' || !base.createPlan) return faults;
  if (base.createPlan.type === 'import') {
    faults.push({
      path: 'createPlan.type',
      message:
        'A dataset of Trieve cannot be reached from this server. Upload its files and use create.',
    });
    return faults;
  }
  for (const [index, { websites = [] }] of base.createPlan.chunkPlans.entries()) {
    if (websites.length === 0) continue;
    faults.push({
      path: `createPlan.chunkPlans.${index}.websites`,
      message: 'Websites are not read by this server. Upload their texts as files.',
    });
  }
  return faults;
}
