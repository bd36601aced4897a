import type { Knowledge } from '../../retrieval/entries/knowledge-schema.ts';
import { productKnowledge, smallTalkKnowledge } from './knowledge/index.ts';

/** An assistant's own facts over the product's, or over the small talk alone; the same id replaces. */
export function extendKnowledge(own: Knowledge): Knowledge {
  const base = own.mode === 'replace' ? smallTalkKnowledge : productKnowledge;
  const entries = new Map(base.entries.map((entry) => [entry.id, entry]));
  for (const entry of own.entries) entries.set(entry.id, entry);
  return {
    mode: own.mode,
    entries: [...entries.values()],
    unknown: own.unknown ?? base.unknown,
  };
}
