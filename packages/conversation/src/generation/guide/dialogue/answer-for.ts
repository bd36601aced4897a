import type { KnowledgeEntry } from '../../../retrieval/entries/knowledge-schema.ts';
import type { History } from './history.ts';

/** What an entry, or anything else with wordings of its own, says to the caller. */
export function answerFor(
  {
    answer,
    forFamilies = answer,
    forStudents = forFamilies,
  }: Pick<KnowledgeEntry, 'answer' | 'forFamilies' | 'forStudents'>,
  { caller }: Pick<History, 'caller'>,
): string {
  if (caller === 'student') return forStudents;
  return caller === 'parent' ? forFamilies : answer;
}
