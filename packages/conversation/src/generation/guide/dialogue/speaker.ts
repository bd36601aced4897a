import type { KnowledgeEntry } from '../../../retrieval/entries/knowledge-schema.ts';
import type { History } from './history.ts';
import * as phrases from './phrases.ts';
import { type Reply, sayAgain, sayEntry, sayMore, sayShorter } from './reply.ts';

/** Says one entry as its action asks: again, slower, shorter or more of it. */
export type Speaker = (entry: KnowledgeEntry, history: History) => Reply;

export function createSpeaker(entries: ReadonlyMap<string, KnowledgeEntry>): Speaker {
  function offerRelated({ related }: KnowledgeEntry): string | null {
    const named = related.flatMap((id) => entries.get(id)?.label ?? []).slice(0, 2);
    return named.length === 0 ? null : `You could ask me about ${named.join(' or ')}.`;
  }

  return (entry, history) => {
    if (entry.action === 'repeat') return sayAgain(history, null) ?? sayEntry(entry, history);
    if (entry.action === 'shorter') return sayShorter(history) ?? sayEntry(entry, history);
    if (entry.action === 'slower')
      return sayAgain(history, phrases.SLOWER_OPENING) ?? sayEntry(entry, history);
    if (entry.action === 'more' && history.subject !== null)
      return sayMore(history.subject, offerRelated(history.subject), history);
    return sayEntry(entry, history);
  };
}
