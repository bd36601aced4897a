import type { KnowledgeEntry } from '../../../retrieval/entries/knowledge-schema.ts';

/** A topic is called what its first labelled entry is called. */
export function nameTopics(entries: readonly KnowledgeEntry[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { topic, label } of entries) {
    if (label !== undefined && !names.has(topic)) names.set(topic, label);
  }
  return names;
}
