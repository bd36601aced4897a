import { createEntryRetriever, type Match } from '../retrieval/entries/entry-retriever.ts';
import type { KnowledgeEntry } from '../retrieval/entries/knowledge-schema.ts';
import { toSentences } from '../retrieval/language/sentences.ts';
import type { Passage } from '../retrieval/passages/passage.ts';
import { searchTurn } from '../retrieval/search-turn.ts';
import type { KnowledgeSource } from './knowledge-source.ts';

/** Entries that are passed on, at most. */
const MAX_ENTRIES = 6;
/** Likelihood against nothing, as a logarithm: of the likeliest entry, and of the others. */
const FOUND_ODDS = -0.5;
const NEAR_ODDS = -1.5;
/** The same where the entries have no phrasings: the score by words. */
const SCORE_THRESHOLD = 0.3;

/** Finds what was written for the guide, for a language model to answer from. */
export function createEntrySource(entries: readonly KnowledgeEntry[]): KnowledgeSource {
  const retriever = createEntryRetriever(entries);
  return {
    async find({ messages, signal }) {
      signal?.throwIfAborted();
      // Greetings need no passage, and what is not known is no help.
      const found = searchTurn(retriever, messages).filter(({ entry }) => entry.kind === 'fact');
      const [best] = found;
      if (best === undefined || !isLikely(best, FOUND_ODDS)) return { say: null, passages: [] };
      const likely = found.filter((one) => isLikely(one, NEAR_ODDS)).slice(0, MAX_ENTRIES);
      return { say: null, passages: likely.map(({ entry }) => toPassage(entry)) };
    },
  };
}

function isLikely({ score, odds }: Match, enough: number): boolean {
  return odds === undefined ? score >= SCORE_THRESHOLD : odds >= enough;
}

function toPassage({ label, topic, answer, more }: KnowledgeEntry): Passage {
  return {
    documentId: null,
    title: label ?? topic,
    sentences: toSentences(more === undefined ? answer : `${answer} ${more}`),
  };
}
