import { passageText } from '@kindling/conversation';
import type { SearchKnowledge } from '../tools/kinds/query-tool.ts';
import type { FileLibrary } from './file-library.ts';

/** Passages less alike than this answer something else. */
const THRESHOLD = 0.25;

/** What the query tool asks: the passages of these files, each with the name of its file. */
export function createSearchKnowledge(library: FileLibrary): SearchKnowledge {
  return async (orgId, fileIds, query) => {
    const { index, names } = await library.open(orgId, fileIds);
    return index.search(query, { threshold: THRESHOLD }).map((passage) => ({
      text: passageText(passage),
      source: names.get(passage.documentId ?? '') ?? 'file',
    }));
  };
}
