import type { KnowledgeEntry } from '../../../retrieval/entries/knowledge-schema.ts';
import type { History } from './history.ts';

/** What an entry says to the caller. */
export function answerFor(
  { answer, forFamilies }: KnowledgeEntry,
  { isFamily }: Pick<History, 'isFamily'>,
): string {
  return isFamily ? (forFamilies ?? answer) : answer;
}
