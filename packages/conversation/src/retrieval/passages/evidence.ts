import { type Coverage, cover, shareOf } from '../scoring/coverage.ts';
import type { Scoring } from '../scoring/retriever.ts';
import { createVocabulary } from '../scoring/vocabulary.ts';
import { type AnswerType, holdsType } from './answer-type.ts';
import { ORDER } from './confidence.ts';
import { type FoundTerm, findTerm } from './find-term.ts';
import type { PassageWords } from './passage-words.ts';
import { type Question, readQuestion } from './question-terms.ts';

/** What speaks for a sentence as the beginning of the answer; each 0 to 1 but `type`. */
export interface Evidence {
  /** How much of the question is in it, its headings or, for less, around it. */
  readonly covered: number;
  /** In the sentence alone. */
  readonly inSentence: number;
  readonly inTitle: number;
  /** As it was said or nearly so, anywhere near. */
  readonly exactly: number;
  /** Of the words that say what is asked about: the one that fits worst. */
  readonly weakest: number;
  /** How much of the question is nowhere near. */
  readonly missing: number;
  /** How much of the sentence was asked for: a short one that fits is about nothing else. */
  readonly focus: number;
  readonly titleFocus: number;
  /** Of the first sentence under headings that ask the same: it answers, whatever words it is in. */
  readonly opening: number;
  /** Whether the question has enough words to be distinctive. */
  readonly substance: number;
  /** 1: can be what was asked for (a time, a sum, a name), −1: cannot, 0: anything can. */
  readonly type: number;
}

/** Where an answer may begin. */
export interface SentencePlace {
  readonly passage: number;
  /** Within its passage. */
  readonly sentence: number;
}

/** A question, with where each of its words is. */
export interface AskedPassages {
  readonly question: Question;
  readonly found: readonly FoundTerm[];
  /** Of each word. */
  readonly weights: readonly number[];
}

/** Passages that are looked at closely. */
const CANDIDATES = 40;
const MAX_SENTENCES = 60;
const TITLE_WORTH = 0.9;
const BESIDE_WORTH = 0.7;
const PASSAGE_WORTH = 0.5;
const NEAR_MATCH_THRESHOLD = 0.8;
const SUBSTANCE_THRESHOLD = 1.2;

/** Every sentence of the passages that come near a question may begin the answer. */
export function createSentenceScoring(
  words: PassageWords,
): Scoring<AskedPassages, SentencePlace, Evidence> {
  const vocabulary = createVocabulary(words.vocabulary);
  return {
    weights: ORDER,
    read(text) {
      const question = readQuestion(text, vocabulary, words.rarity);
      return {
        question,
        found: question.terms.map(({ readings }) => findTerm(readings, words)),
        weights: question.terms.map(({ weight }) => weight),
      };
    },
    candidates: (asked) =>
      choosePassages(asked).flatMap((passage) =>
        (words.passages[passage]?.sentences ?? [])
          .slice(0, MAX_SENTENCES)
          .map((_, sentence) => ({ passage, sentence })),
      ),
    gather: (asked, place) => gatherEvidence(asked, words, place),
  };
}

/** The share of the question that a passage speaks of, by weight, in thousandths. */
export function similarityOf(asked: AskedPassages, passage: number): number {
  const { found, all } = coverByPassage(asked, passage);
  return all === 0 ? 0 : Math.round((1_000 * found) / all) / 1_000;
}

function choosePassages(asked: AskedPassages): number[] {
  const passages = new Set<number>();
  // What is everywhere says where to look only when nothing else does.
  for (const common of [false, true]) {
    if (passages.size >= CANDIDATES) break;
    for (const term of asked.found) {
      if (term.isCommon === common) for (const passage of term.passages) passages.add(passage);
    }
  }
  return [...passages]
    .map((passage) => ({ passage, score: coverByPassage(asked, passage).found }))
    .sort((left, right) => right.score - left.score || left.passage - right.passage)
    .slice(0, CANDIDATES)
    .map(({ passage }) => passage);
}

function coverByPassage({ found, weights }: AskedPassages, passage: number): Coverage {
  return cover(weights, (index) => {
    const term = found[index];
    return term === undefined ? 0 : Math.max(term.inTitle(passage), term.inPassage(passage));
  });
}

/** How well one word of a question fits a sentence, its headings and what is around it. */
interface Fit {
  readonly here: number;
  readonly title: number;
  /** The best of the sentence, its neighbours and its headings. */
  readonly near: number;
  /** The best of all, less the further away it is. */
  readonly best: number;
}

function gatherEvidence(
  { question: { terms, wanted }, found, weights }: AskedPassages,
  words: PassageWords,
  place: SentencePlace,
): Evidence {
  const { passage, sentence } = place;
  const { sentences = [] } = words.passages[passage] ?? {};
  const at = (words.firstSentence[passage] ?? 0) + sentence;
  const isLast = sentence + 1 >= sentences.length;
  const fits = found.map((term): Fit => {
    const here = term.inSentence(at);
    const title = term.inTitle(passage);
    const before = sentence > 0 ? term.inSentence(at - 1) : 0;
    const after = isLast ? 0 : term.inSentence(at + 1);
    const anywhere = term.inPassage(passage) * PASSAGE_WORTH;
    const beside = Math.max(before, after) * BESIDE_WORTH;
    const best = Math.max(here, title * TITLE_WORTH, beside, anywhere);
    return { here, title, near: Math.max(here, title, before, after), best };
  });
  const coverBy = (worth: (fit: Fit) => number) =>
    cover(weights, (index) => {
      const fit = fits[index];
      return fit === undefined ? 0 : worth(fit);
    });
  const share = (coverage: Coverage) => shareOf(coverage, 0);
  const inSentence = coverBy(({ here }) => here);
  const inTitle = coverBy(({ title }) => title);
  return {
    covered: share(coverBy(({ best }) => best)),
    inSentence: share(inSentence),
    inTitle: share(inTitle),
    exactly: share(coverBy(({ near }) => (near >= NEAR_MATCH_THRESHOLD ? 1 : 0))),
    weakest: Math.min(
      1,
      ...fits.flatMap(({ best }, index) => (terms[index]?.isSubject ? [best] : [])),
    ),
    missing: share(coverBy(({ best }) => (best === 0 ? 1 : 0))),
    focus: ratio(inSentence.found, words.sentenceWeight[at] ?? 0),
    titleFocus: ratio(inTitle.found, words.titleWeight[passage] ?? 0),
    opening: sentence === 0 ? share(inTitle) : 0,
    substance: Math.min(1, inSentence.all / SUBSTANCE_THRESHOLD),
    type: wanted === null ? 0 : typeFit(wanted, sentences.slice(sentence, sentence + 2)),
  };
}

function ratio(value: number, of: number): number {
  return of === 0 ? 0 : Math.min(1, value / of);
}

/** The sentence itself, or for less the one after it. */
function typeFit(wanted: AnswerType, [here = '', after = '']: readonly string[]): number {
  const own = holdsType(wanted, here);
  const next = own === 1 ? 0 : holdsType(wanted, after) * 0.6;
  return 2 * Math.max(own, next) - 1;
}
