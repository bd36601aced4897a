import type { KnowledgeEntry } from '../../../retrieval/entries/knowledge-schema.ts';

/** Whether the guide can name an entry, to ask whether it was meant. */
export function canBeAsked(entry: KnowledgeEntry): boolean {
  return entry.kind === 'fact' && entry.label !== undefined;
}
