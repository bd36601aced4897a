import MiniSearch from 'minisearch';
import { toWords, type Word } from '../language/words.ts';
import type { KnowledgeEntry } from './knowledge-schema.ts';

interface Document {
  readonly id: string;
  readonly questions: string;
  readonly keywords: string;
  readonly answer: string;
  readonly sounds: string;
}

const FIELDS = ['questions', 'keywords', 'answer', 'sounds'];
/** Sounds live among the words as terms of their own. */
const SOUND_MARK = '~';

/**
 * The entries worth a closer look, best first: words (fuzzy, by prefix) and how they sound. Passages are chosen
 * from their postings; for entries that was measured, and answered more of what the guide must decline.
 */
export function createCandidateSearch(
  entries: readonly KnowledgeEntry[],
): (words: readonly Word[], limit: number) => string[] {
  const search = new MiniSearch<Document>({
    fields: FIELDS,
    // Terms are made by the same reader that reads the query.
    tokenize: (text) => text.split(' '),
    processTerm: (term) => (term === '' ? null : term),
    searchOptions: { boost: { questions: 3, keywords: 2, sounds: 1.5, answer: 1 } },
  });
  search.addAll(entries.map(toDocument));
  return (words, limit) => {
    const terms = words.map((word) => word.concept);
    const sounds = words.filter(hasSound).map(soundTerm);
    const query = [...new Set([...terms, ...sounds])].join(' ');
    const found = search.search(query, {
      fuzzy: (term) => (isSound(term) || term.length < 4 ? false : 0.25),
      prefix: (term) => !isSound(term) && term.length >= 4,
      maxFuzzy: 2,
    });
    return found.slice(0, limit).map((result) => String(result.id));
  };
}

function toDocument(entry: KnowledgeEntry): Document {
  const questions = entry.questions.flatMap(toWords);
  const keywords = entry.keywords.flatMap(toWords);
  const answer = toWords(entry.answer);
  const content = (words: readonly Word[]) => words.filter((word) => word.role === 'content');
  return {
    id: entry.id,
    questions: questions.map((word) => word.concept).join(' '),
    keywords: keywords.map((word) => word.concept).join(' '),
    answer: content(answer)
      .map((word) => word.concept)
      .join(' '),
    sounds: [...questions, ...keywords].filter(hasSound).map(soundTerm).join(' '),
  };
}

const hasSound = (word: Word): boolean => word.role === 'content' && word.sounds[0].length > 1;
const soundTerm = (word: Word): string => SOUND_MARK + word.sounds[0];
const isSound = (term: string): boolean => term.startsWith(SOUND_MARK);
