import { hasSubject, similarity } from '../language/similarity.ts';
import { toWords, type Word } from '../language/words.ts';
import { createCandidateSearch } from './candidates.ts';
import type { KnowledgeEntry } from './knowledge-schema.ts';
import { createLexicon, type Lexicon } from './word-weights.ts';

export interface Match {
  readonly entry: KnowledgeEntry;
  /** 0 to 1: how much of the question the entry accounts for, and the other way round. */
  readonly score: number;
}

/** Entries that may answer a question, best first. */
export type Retriever = (question: string) => Match[];

interface Weighed {
  readonly words: readonly Word[];
  readonly weights: readonly number[];
}

interface Asked extends Weighed {
  /** Of the words, those that say what it is about. */
  readonly subject: Weighed;
  readonly alike: Alike;
}

type Alike = (left: Word, right: Word) => number;

interface Prepared {
  readonly entry: KnowledgeEntry;
  readonly phrases: readonly (readonly [phrase: Weighed, worth: number])[];
  /** Every word of the entry once, worth less the further it is from a question. */
  readonly vocabulary: readonly (readonly [word: Word, worth: number])[];
}

const CANDIDATES = 16;
const KEYWORD_WORTH = 1;
const ANSWER_WORTH = 0.43;
/** A keyword heard says less than a whole question heard. */
const KEYWORD_PHRASE_WORTH = 0.7;
/** Coverage of the subject above this raises the score, below it lowers it. */
const SUBJECT_THRESHOLD = 0.7;
const ABOUT_SHARE = 0.28;
/** Share of the whole entry, of the best phrasing, and of that phrasing's own words in the score. */
const SHARES = { entry: 0.5, phrase: 0.28, reverse: 0.22 };

/** Candidates by a lexical index, then judged by how much of the question each one covers. */
export function createRetriever(entries: readonly KnowledgeEntry[]): Retriever {
  const lexicon = createLexicon(entries);
  const candidates = createCandidateSearch(entries);
  const prepared = new Map(entries.map((entry) => [entry.id, prepare(entry, lexicon)]));

  function judge(question: Asked, { entry, phrases, vocabulary }: Prepared): Match {
    const { alike } = question;
    const worth = (word: Word) => bestWorth(word, vocabulary, alike);
    const whole = covered(question, worth);
    let best = 0;
    for (const [phrase, worth] of phrases) {
      const forward = covered(question, (word) => bestMatch(word, phrase.words, alike));
      const reverse = covered(phrase, (word) => bestMatch(word, question.words, alike));
      best = Math.max(best, worth * (SHARES.phrase * forward + SHARES.reverse * reverse));
    }
    const about = covered(question.subject, worth) - SUBJECT_THRESHOLD;
    return { entry, score: SHARES.entry * whole + best + ABOUT_SHARE * about };
  }

  return (text) => {
    const words = lexicon.read(text);
    const subject = words.filter(hasSubject);
    const question = {
      words,
      weights: lexicon.weigh(words),
      subject: { words: subject, weights: lexicon.weighSubject(subject) },
      alike: createAlike(),
    };
    const matches: Match[] = [];
    for (const id of candidates(words, CANDIDATES)) {
      const candidate = prepared.get(id);
      if (candidate !== undefined) matches.push(judge(question, candidate));
    }
    return matches.sort((left, right) => right.score - left.score);
  };
}

function prepare(entry: KnowledgeEntry, lexicon: Lexicon): Prepared {
  const vocabulary = new Map<string, readonly [Word, number]>();
  const add = (text: string, worth: number) => {
    for (const word of toWords(text)) {
      if (!vocabulary.has(word.raw)) vocabulary.set(word.raw, [word, worth]);
    }
  };
  for (const question of entry.questions) add(question, 1);
  for (const keyword of entry.keywords) add(keyword, KEYWORD_WORTH);
  for (const text of [entry.answer, entry.more ?? '']) add(text, ANSWER_WORTH);
  const weighed = (text: string): Weighed => {
    const words = toWords(text);
    return { words, weights: lexicon.weigh(words) };
  };
  const phrases = [
    ...entry.questions.map((text) => [weighed(text), 1] as const),
    ...entry.keywords.map((text) => [weighed(text), KEYWORD_PHRASE_WORTH] as const),
  ];
  return { entry, phrases, vocabulary: [...vocabulary.values()] };
}

/** The share of a phrase's weight that is found elsewhere. */
function covered({ words, weights }: Weighed, worthOf: (word: Word) => number): number {
  let total = 0;
  let found = 0;
  for (const [index, word] of words.entries()) {
    const weight = weights[index] ?? 0;
    total += weight;
    found += weight * worthOf(word);
  }
  return total === 0 ? 1 : found / total;
}

function bestMatch(word: Word, among: readonly Word[], alike: Alike): number {
  let best = 0;
  for (const other of among) best = Math.max(best, alike(word, other));
  return best;
}

function bestWorth(word: Word, among: Prepared['vocabulary'], alike: Alike): number {
  let best = 0;
  for (const [other, worth] of among) {
    if (worth > best) best = Math.max(best, worth * alike(word, other));
  }
  return best;
}

/** Similarity, cached per pair: the same words meet in many phrases. */
function createAlike(): Alike {
  const known = new Map<Word, Map<Word, number>>();
  return (left, right) => {
    const ofLeft = known.get(left) ?? new Map<Word, number>();
    if (ofLeft.size === 0) known.set(left, ofLeft);
    const value = ofLeft.get(right) ?? similarity(left, right);
    ofLeft.set(right, value);
    return value;
  };
}
