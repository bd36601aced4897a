import { type Comparison, createExampleIndex, type Example } from '../examples/example-index.ts';
import { similarity } from '../language/similarity.ts';
import { contentOf, hasSubject, normalise, toWords, type Word } from '../language/words.ts';
import type { KnownMeanings } from '../meaning/known-meanings.ts';
import { createMeaningIndex, type MeaningComparison } from '../meaning/meaning-index.ts';
import type { EncoderKind } from '../meaning/sentence-encoder.ts';
import { cover, shareOf } from '../scoring/coverage.ts';
import {
  type Candidate,
  judgeCandidates,
  type Retriever,
  type Scoring,
  type Weights,
  weigh,
} from '../scoring/retriever.ts';
import { createVocabulary, readNeighbours } from '../scoring/vocabulary.ts';
import { createCandidateSearch } from './candidates.ts';
import type { KnowledgeEntry } from './knowledge-schema.ts';
import {
  gatherNone,
  type EntryEvidence as LearnedEvidence,
  type NoneEvidence,
  oddsOf,
  sortOf,
} from './likelihood.ts';
import { createWordWeights, isFunctionWord, type WordWeights } from './word-weights.ts';

/** An entry that may answer: how much of the question it accounts for, and the other way round. */
export interface Match extends Candidate {
  readonly entry: KnowledgeEntry;
  /** Only in knowledge with phrasings: the logarithm of how much likelier it is the answer than nothing is. */
  readonly odds?: number;
  /** Who compared its meaning; absent: it is judged by its words alone. */
  readonly encoder?: EncoderKind;
}

/** What speaks for an entry. */
interface EntryEvidence {
  /** The share of the question that is anywhere in it. */
  readonly entry: number;
  /** How well its best phrasing and the question cover each other. */
  readonly phrase: number;
  /** The share of the question's subject that is in it, above what is to be expected. */
  readonly about: number;
}

interface Weighed {
  readonly words: readonly Word[];
  readonly weights: readonly number[];
}

interface Asked extends Weighed {
  /** Of the words, those that say what it is about. */
  readonly subject: Weighed;
  readonly alike: Alike;
}

type WorthOf = (word: Word) => number;

/** Similarities of one question's words, each worked out once: the same words meet in many phrases. */
interface Alike {
  /** How likely a word of the question was meant for a known one. */
  meantFor(asked: Word): WorthOf;
  /** How likely a known word was meant for one of the question. */
  readonly isAsked: WorthOf;
}

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
const WEIGHTS: Weights<EntryEvidence> = { entry: 0.5, phrase: 1, about: 0.28 };
/** Of the question by a phrasing, and of that phrasing's own words by the question. */
const PHRASE_WEIGHTS = { forward: 0.28, reverse: 0.22 };

const NEAREST_ENTRIES = 12;

/**
 * Added to the odds of an entry of which the question is one, word for word: the weights are learned from questions that
 * are no example of any entry, so they take it for one that is only alike.
 */
const WORD_FOR_WORD_ODDS = 1.5;
/** For each word of content, up to so many: one with few may be asked of anything. */
const WORD_FOR_WORD_CONTENT = 2;

/** Meanings as far as they are known; null: none are. */
export type FindMeanings = () => KnownMeanings | null;

const NO_MEANINGS: FindMeanings = () => null;

/**
 * Searches entries by their questions, keywords and answers; by their phrasings where there are any, and by their
 * meaning where that is known, too.
 */
export function createEntryRetriever(
  entries: readonly KnowledgeEntry[],
  findMeanings: FindMeanings = NO_MEANINGS,
): Retriever<Match> {
  if (entries.every(({ phrasings }) => phrasings.length === 0)) return searchWords(entries);
  const gather = createLearnedEvidence(entries, findMeanings);
  const ownerOf = new Map(
    entries.flatMap((entry) => examplesOf(entry).map((text) => [normalise(text), entry] as const)),
  );
  return {
    search(question) {
      const { none, encoder, candidates } = gather(question);
      const owner = ownerOf.get(normalise(question));
      const oddsOfOwner = owner === undefined ? 0 : oddsWordForWord(question);
      return candidates
        .map(({ entry, evidence }) => ({
          entry,
          score: evidence.words,
          odds:
            oddsOf(sortOf(entry), { evidence, none, encoder }) +
            (entry === owner ? oddsOfOwner : 0),
          ...('meaning' in evidence && encoder !== null ? { encoder } : {}),
        }))
        .sort((left, right) => right.odds - left.odds);
    },
  };
}

const oddsWordForWord = (question: string): number =>
  WORD_FOR_WORD_ODDS * Math.min(contentOf(question).size, WORD_FOR_WORD_CONTENT);

function searchWords(entries: readonly KnowledgeEntry[]): Retriever<Match> {
  const scoring = createEntryScoring(entries);
  return {
    search: (question) =>
      judgeCandidates(scoring, scoring.read(question))
        .map(({ place: { entry }, score }) => ({ entry, score }))
        .sort((left, right) => right.score - left.score),
  };
}

export interface Gathered {
  readonly none: NoneEvidence;
  /** Who compared meanings; null: nobody did. */
  readonly encoder: EncoderKind | null;
  readonly candidates: readonly {
    readonly entry: KnowledgeEntry;
    readonly evidence: LearnedEvidence;
  }[];
}

/** What speaks for each entry that may answer, with its questions and phrasings as examples. */
export function createLearnedEvidence(
  entries: readonly KnowledgeEntry[],
  findMeanings: FindMeanings = NO_MEANINGS,
): (question: string) => Gathered {
  const scoring = createEntryScoring(entries);
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const examples = entries.flatMap((entry) =>
    examplesOf(entry).map((text) => ({ id: entry.id, text })),
  );
  const compare = createExampleIndex(examples);
  const compareMeaning = createMeaningSearch(examples, findMeanings);
  const weighed = createWeighing(
    createWordWeights(entries.filter(({ kind }) => kind !== 'unanswered')),
  );
  return (question) => {
    const asked = scoring.read(question);
    const near = compare(question);
    const meant = compareMeaning(question);
    const words = new Map(
      judgeCandidates(scoring, asked).map(({ place, score }) => [place.entry.id, score]),
    );
    const best = Math.max(0, ...words.values());
    const ids = new Set([
      ...words.keys(),
      ...near.nearestIds(NEAREST_ENTRIES),
      ...(meant?.nearestIds(NEAREST_ENTRIES) ?? []),
    ]);
    const candidates = [...ids].flatMap((id) => {
      const entry = byId.get(id);
      if (entry === undefined) return [];
      const score = words.get(id) ?? 0;
      const evidence = {
        bias: 1,
        words: score,
        first: score > 0 && score === best ? 1 : 0,
        covers: coverNearest(asked, near, id, weighed),
        ...near.of(id),
        ...meant?.of(id),
      };
      return [{ entry, evidence }];
    });
    return {
      none: gatherNone(question, near.unknown),
      encoder: meant?.encoder ?? null,
      candidates,
    };
  };
}

/** What an entry is asked with, as examples. */
export function examplesOf({ questions, phrasings }: KnowledgeEntry): string[] {
  return [...questions, ...phrasings];
}

interface MeaningSearch extends MeaningComparison {
  readonly encoder: EncoderKind;
}

/** Null: the question's meaning is not known, or that of an example. */
function createMeaningSearch(
  examples: readonly Example[],
  findMeanings: FindMeanings,
): (question: string) => MeaningSearch | null {
  const firstOf = new Map(examples.toReversed().map(({ id, text }) => [id, text]));
  let compare: ReturnType<typeof createMeaningIndex> | null = null;
  return (question) => {
    const meanings = findMeanings();
    if (meanings === null) return null;
    if (compare === null) {
      const known = examples.flatMap(({ id, text }) => {
        const meaning = meanings.of(text);
        return meaning === null ? [] : [{ id, meaning }];
      });
      if (known.length === examples.length) compare = createMeaningIndex(known);
    }
    const asked = meanings.of(question);
    if (asked === null || compare === null) return null;
    const judged = meanings.judge(asked);
    const judge = (id: string) => judged(firstOf.get(id) ?? '');
    return { ...compare({ meaning: asked, judge }), encoder: meanings.kind };
  };
}

function coverNearest(
  asked: Asked,
  near: Comparison,
  id: string,
  weighed: (text: string) => Weighed,
): number {
  const texts = near.nearestTexts(id);
  return Math.max(0, ...texts.map((text) => coverEachOther(asked, weighed(text))));
}

function createWeighing(wordWeights: WordWeights): (text: string) => Weighed {
  const known = new Map<string, Weighed>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const words = toWords(text);
    const made = { words, weights: wordWeights.weigh(words) };
    known.set(text, made);
    return made;
  };
}

function createEntryScoring(
  all: readonly KnowledgeEntry[],
): Scoring<Asked, Prepared, EntryEvidence> {
  // What nobody answers is only an example: its words are not words of the knowledge.
  const entries = all.filter(({ kind }) => kind !== 'unanswered');
  const wordWeights = createWordWeights(entries);
  const candidates = createCandidateSearch(entries);
  const prepared = new Map(entries.map((entry) => [entry.id, prepare(entry, wordWeights)]));
  const vocabulary = createVocabulary(
    entries
      .flatMap(({ questions, keywords }) => [...questions, ...keywords].flatMap(toWords))
      .filter((word) => !isFunctionWord(word)),
  );
  const isKnown = (word: Word) => isFunctionWord(word) || vocabulary.hasWord(word.raw);
  /** Halves that the recogniser took apart: "fur pa". */
  const together = (left: Word, right: Word) =>
    vocabulary.join(left, right, { areWords: isKnown(left) && isKnown(right) });
  return {
    weights: WEIGHTS,
    read(question) {
      const words = readNeighbours(toWords(question), { together, alone: (word) => word });
      const subject = words.filter(hasSubject);
      return {
        words,
        weights: wordWeights.weigh(words),
        subject: { words: subject, weights: wordWeights.weighSubject(subject) },
        alike: createAlike(words),
      };
    },
    candidates: ({ words }) =>
      candidates(words, CANDIDATES).flatMap((id) => prepared.get(id) ?? []),
    gather: gatherEvidence,
  };
}

function gatherEvidence(asked: Asked, { phrases, vocabulary }: Prepared): EntryEvidence {
  const { alike } = asked;
  const inEntry = (word: Word) => bestWorth(vocabulary, alike.meantFor(word));
  let phrase = 0;
  for (const [known, worth] of phrases)
    phrase = Math.max(phrase, worth * coverEachOther(asked, known));
  return {
    entry: covered(asked, inEntry),
    phrase,
    about: covered(asked.subject, inEntry) - SUBJECT_THRESHOLD,
  };
}

function coverEachOther(asked: Asked, known: Weighed): number {
  const { alike } = asked;
  const forward = covered(asked, (word) => bestMatch(known.words, alike.meantFor(word)));
  const reverse = covered(known, alike.isAsked);
  return weigh({ forward, reverse }, PHRASE_WEIGHTS);
}

/** The share of a phrase that is found elsewhere; nothing to find is all found. */
function covered({ words, weights }: Weighed, worthOf: WorthOf): number {
  return shareOf(
    cover(weights, (index) => {
      const word = words[index];
      return word === undefined ? 0 : worthOf(word);
    }),
    1,
  );
}

function prepare(entry: KnowledgeEntry, wordWeights: WordWeights): Prepared {
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
    return { words, weights: wordWeights.weigh(words) };
  };
  const phrases = [
    ...entry.questions.map((text) => [weighed(text), 1] as const),
    ...entry.keywords.map((text) => [weighed(text), KEYWORD_PHRASE_WORTH] as const),
  ];
  return { entry, phrases, vocabulary: [...vocabulary.values()] };
}

function bestMatch(among: readonly Word[], alike: WorthOf): number {
  let best = 0;
  for (const other of among) best = Math.max(best, alike(other));
  return best;
}

function bestWorth(among: Prepared['vocabulary'], alike: WorthOf): number {
  let best = 0;
  for (const [other, worth] of among) {
    if (worth > best) best = Math.max(best, worth * alike(other));
  }
  return best;
}

function createAlike(words: readonly Word[]): Alike {
  const meantFor = remember((asked: Word) => remember((known: Word) => similarity(asked, known)));
  const isAsked = remember((known: Word) => bestMatch(words, (asked) => similarity(known, asked)));
  return { meantFor, isAsked };
}

function remember<Value>(find: (word: Word) => Value): (word: Word) => Value {
  const known = new Map<Word, Value>();
  return (word) => {
    const found = known.get(word);
    if (found !== undefined) return found;
    const value = find(word);
    known.set(word, value);
    return value;
  };
}
