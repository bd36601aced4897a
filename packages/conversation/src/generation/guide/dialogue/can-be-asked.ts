import type { KnowledgeEntry } from '../../../retrieval/entries/knowledge-schema.ts';

/** Whether the guide can name an entry, to ask whether it was meant. */
export function canBeAsked({ kind, label, onlyIfSure }: KnowledgeEntry): boolean {
  return kind === 'fact' && label !== undefined && onlyIfSure !== true;
}
