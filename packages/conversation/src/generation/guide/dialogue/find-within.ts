import type { KnowledgeEntry } from '../../../retrieval/entries/knowledge-schema.ts';
import { type History, withoutContext } from './history.ts';
import { names, rank } from './rank.ts';
import { contentCount } from './readings.ts';
import type { Understander } from './understand.ts';

/**
 * What a question asks for of the one topic that is named: “Is there anything for dyslexia? … No, just the tutor.” Null:
 * no topic is named and nothing else, or nothing of it answers the question.
 */
export function findWithin(
  name: string,
  question: string,
  { history, base }: { readonly history: History; readonly base: Understander },
): KnowledgeEntry | null {
  const topic = topicNamed(name, base);
  if (topic === null || contentCount(question) === 0) return null;
  // What was just said may have been right, of that topic.
  const { rejected: _, ...before } = withoutContext(history);
  const best = rank(question, before, base).find(
    ({ entry }) => entry.topic === topic && entry.kind === 'fact',
  );
  return best?.odds !== undefined && best.odds > 0 ? best.entry : null;
}

/** Null: another thing is said, or it may be one of several. */
export function topicNamed(text: string, { topics }: Pick<Understander, 'topics'>): string | null {
  const named = [...topics].filter(([, label]) => names(text, { label }));
  return named.length === 1 ? (named[0]?.[0] ?? null) : null;
}
