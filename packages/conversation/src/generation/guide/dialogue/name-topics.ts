import type { KnowledgeEntry } from '../../../retrieval/entries/knowledge-schema.ts';

/** A topic is called what its first labelled entry is called. */
export function nameTopics(entries: readonly KnowledgeEntry[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { topic, label } of entries) {
    if (label !== undefined && !names.has(topic)) names.set(topic, label);
  }
  return names;
}

/** Whether an entry says what its whole topic is; where a topic has no name, each of it may. */
export function isOverview(
  { topic, label }: KnowledgeEntry,
  topics: ReadonlyMap<string, string>,
): boolean {
  return topics.get(topic) === label;
}
