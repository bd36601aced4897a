import { createEntryRetriever, type Match } from '../retrieval/entries/entry-retriever.ts';
import type { KnowledgeEntry } from '../retrieval/entries/knowledge-schema.ts';
import { toSentences } from '../retrieval/language/sentences.ts';
import type { KnownMeanings } from '../retrieval/meaning/known-meanings.ts';
import { noteMeanings, searchWithMeanings } from '../retrieval/meaning/search-with-meanings.ts';
import type { Passage } from '../retrieval/passages/passage.ts';
import { searchTurn } from '../retrieval/search-turn.ts';
import type { KnowledgeSource } from './knowledge-source.ts';

/** Entries that are passed on, at most. */
const MAX_ENTRIES = 6;
/** Probability, beside all other entries and beside that nothing answers: of the likeliest fact, and of the others. */
const FOUND_SHARE = 0.08;
const NEAR_SHARE = 0.02;
/** The same where the entries have no phrasings: the score by words. */
const SCORE_THRESHOLD = 0.3;

export interface EntrySourceOptions {
  /** Meanings of what the entries are asked with. Until they come, and where that fails, words alone decide. */
  readonly meanings?: Promise<KnownMeanings>;
}

/** Finds what was written for the guide, for a language model to answer from. */
export function createEntrySource(
  entries: readonly KnowledgeEntry[],
  { meanings }: EntrySourceOptions = {},
): KnowledgeSource {
  const learned = noteMeanings(meanings);
  const retriever = createEntryRetriever(entries, learned);
  return {
    async find({ messages, signal }) {
      signal?.throwIfAborted();
      const all = await searchWithMeanings(() => searchTurn(retriever, messages), learned());
      signal?.throwIfAborted();
      const worth = judgeAgainst(all);
      // Greetings need no passage, and what is not known is no help.
      const found = all.filter(({ entry }) => entry.kind === 'fact');
      const [best] = found;
      if (best === undefined || !worth(best, FOUND_SHARE)) return { say: null, passages: [] };
      const likely = found.filter((one) => worth(one, NEAR_SHARE)).slice(0, MAX_ENTRIES);
      return { say: null, passages: likely.map(({ entry }) => toPassage(entry)) };
    },
  };
}

/** Tells whether one of the matches has a probability; without phrasings there is none, and its words decide. */
function judgeAgainst(all: readonly Match[]): (match: Match, least: number) => boolean {
  const sum = all.reduce((total, { odds = 0 }) => total + Math.exp(odds), 1);
  return ({ score, odds }, least) =>
    odds === undefined ? score >= SCORE_THRESHOLD : Math.exp(odds) / sum >= least;
}

function toPassage({ label, topic, answer, more }: KnowledgeEntry): Passage {
  return {
    documentId: null,
    title: label ?? topic,
    sentences: toSentences(more === undefined ? answer : `${answer} ${more}`),
  };
}
