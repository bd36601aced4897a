import type { KnowledgeEntry } from '../../../retrieval/entries/knowledge-schema.ts';
import { toSentences } from '../../../retrieval/language/sentences.ts';
import { answerFor } from './answer-for.ts';
import type { History } from './history.ts';
import * as phrases from './phrases.ts';

/**
 * The fact that the last reply answered with; null: with none. What only comes close is no answer, nor is an offer with
 * which several close.
 */
export function findAnswered(history: History): KnowledgeEntry | null {
  const last = history.lastReply ?? '';
  if (phrases.NEAR_OPENINGS.some((opening) => last.startsWith(opening))) return null;
  const isSaid = ({ entry, part }: History['lastSaid'][number]) =>
    entry.kind === 'fact' &&
    toSentences(part === 'more' ? (entry.more ?? '') : answerFor(entry, history)).some(
      (sentence) => !sentence.endsWith('?') && last.includes(sentence),
    );
  return history.lastSaid.find(isSaid)?.entry ?? null;
}
