import type { KnowledgeEntry } from '../../../retrieval/entries/knowledge-schema.ts';
import { contentOf } from '../../../retrieval/language/words.ts';
import { isOverview } from './name-topics.ts';

/** Share of an answer's words that the other one has, too, where it holds it. */
const HELD_SHARE = 0.65;

/**
 * Of two entries the one that holds the other: the overview of their topic, or the one whose answer says what the
 * other's does. Null: each says something of its own.
 */
export function findWider(
  left: KnowledgeEntry,
  right: KnowledgeEntry,
  topics: ReadonlyMap<string, string>,
): KnowledgeEntry | null {
  if (left.topic === right.topic) {
    if (isOverview(left, topics)) return left;
    if (isOverview(right, topics)) return right;
  }
  const [leftWords, rightWords] = [contentOf(left.answer), contentOf(right.answer)];
  const wider = leftWords.size >= rightWords.size ? left : right;
  const [narrow, wide] = wider === left ? [rightWords, leftWords] : [leftWords, rightWords];
  const held = [...narrow].filter((word) => wide.has(word)).length;
  return held >= HELD_SHARE * narrow.size ? wider : null;
}
