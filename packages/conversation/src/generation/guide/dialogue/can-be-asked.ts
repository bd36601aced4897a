import type { KnowledgeEntry } from '../../../retrieval/entries/knowledge-schema.ts';

/** Whether the guide can name an entry, to ask whether it was meant. */
export function canBeAsked({ kind, label, onlyIfSure }: KnowledgeEntry): boolean {
  return kind === 'fact' && label !== undefined && onlyIfSure !== true;
}

/** Whether it sends a question away: as none of the guide's, or as one that nothing answers. */
export function isSentAway({ kind }: KnowledgeEntry): boolean {
  return kind === 'decline' || kind === 'unanswered';
}
