import { type AnswerType, holdsType } from './answer-type.ts';
import { type FoundTerm, findTerm } from './find-term.ts';
import type { PassageWords } from './passage-words.ts';
import type { Question } from './question-terms.ts';

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

export interface Judged {
  readonly passage: number;
  /** Within its passage. */
  readonly sentence: number;
  readonly evidence: Evidence;
  /** Of its passage: how much of the question is anywhere in it. */
  readonly similarity: number;
}

/** Passages that are looked at closely. */
const CANDIDATES = 40;
const MAX_SENTENCES = 60;
const TITLE_WORTH = 0.9;
const BESIDE_WORTH = 0.7;
const PASSAGE_WORTH = 0.5;
const NEAR_MATCH_THRESHOLD = 0.8;
const SUBSTANCE_THRESHOLD = 1.2;

/** The sentences that may answer, those of a passage one after the other. */
export function gatherEvidence(question: Question, words: PassageWords): Judged[] {
  const found = question.terms.map(({ readings }) => findTerm(readings, words));
  return chooseCandidates(question, found).flatMap((passage) => {
    const sentences = words.passages[passage]?.sentences ?? [];
    const first = words.firstSentence[passage] ?? 0;
    const similarity = similarityOf(question, found, passage);
    return sentences.slice(0, MAX_SENTENCES).map((_, sentence) => ({
      passage,
      sentence,
      similarity,
      evidence: judge(question, found, words, { passage, sentence, sentences, first }),
    }));
  });
}

function chooseCandidates({ terms }: Question, found: readonly FoundTerm[]): number[] {
  const weighed = found.map((term, index) => ({ term, weight: terms[index]?.weight ?? 0 }));
  const passages = new Set<number>();
  // What is everywhere says where to look only when nothing else does.
  for (const common of [false, true]) {
    if (passages.size >= CANDIDATES) break;
    for (const { term } of weighed) {
      if (term.isCommon === common) for (const passage of term.passages) passages.add(passage);
    }
  }
  return [...passages]
    .map((passage) => ({ passage, score: weighPassage(weighed, passage) }))
    .sort((left, right) => right.score - left.score || left.passage - right.passage)
    .slice(0, CANDIDATES)
    .map(({ passage }) => passage);
}

interface WeighedTerm {
  readonly term: FoundTerm;
  readonly weight: number;
}

function weighPassage(terms: readonly WeighedTerm[], passage: number): number {
  return terms.reduce(
    (sum, { term, weight }) =>
      sum + weight * Math.max(term.inTitle(passage), term.inPassage(passage)),
    0,
  );
}

/** The share of the question that a passage speaks of, by weight. */
function similarityOf({ terms }: Question, found: readonly FoundTerm[], passage: number): number {
  const all = terms.reduce((sum, { weight }) => sum + weight, 0);
  const weighed = found.map((term, index) => ({ term, weight: terms[index]?.weight ?? 0 }));
  return all === 0 ? 0 : Math.round((1_000 * weighPassage(weighed, passage)) / all) / 1_000;
}

interface Place {
  readonly passage: number;
  readonly sentence: number;
  readonly first: number;
  readonly sentences: readonly string[];
}

function judge(
  { terms, wanted }: Question,
  found: readonly FoundTerm[],
  words: PassageWords,
  { passage, sentence, first, sentences }: Place,
): Evidence {
  const sum = { all: 0, covered: 0, inSentence: 0, inTitle: 0, exactly: 0, missing: 0 };
  let weakest = 1;
  const at = first + sentence;
  for (const [index, { weight, isSubject }] of terms.entries()) {
    const term = found[index];
    if (term === undefined) continue;
    const here = term.inSentence(at);
    const title = term.inTitle(passage);
    const before = sentence > 0 ? term.inSentence(at - 1) : 0;
    const after = sentence + 1 < sentences.length ? term.inSentence(at + 1) : 0;
    const anywhere = term.inPassage(passage) * PASSAGE_WORTH;
    const beside = Math.max(before, after) * BESIDE_WORTH;
    const best = Math.max(here, title * TITLE_WORTH, beside, anywhere);
    sum.all += weight;
    sum.covered += weight * best;
    sum.inSentence += weight * here;
    sum.inTitle += weight * title;
    if (Math.max(here, title, before, after) >= NEAR_MATCH_THRESHOLD) sum.exactly += weight;
    if (best === 0) sum.missing += weight;
    if (isSubject) weakest = Math.min(weakest, best);
  }
  const share = (value: number) => (sum.all === 0 ? 0 : value / sum.all);
  const ratio = (value: number, of: number) => (of === 0 ? 0 : Math.min(1, value / of));
  return {
    covered: share(sum.covered),
    inSentence: share(sum.inSentence),
    inTitle: share(sum.inTitle),
    exactly: share(sum.exactly),
    weakest,
    missing: share(sum.missing),
    focus: ratio(sum.inSentence, words.sentenceWeight[at] ?? 0),
    titleFocus: ratio(sum.inTitle, words.titleWeight[passage] ?? 0),
    opening: sentence === 0 ? share(sum.inTitle) : 0,
    substance: Math.min(1, sum.all / SUBSTANCE_THRESHOLD),
    type: wanted === null ? 0 : typeFit(wanted, sentences.slice(sentence, sentence + 2)),
  };
}

/** The sentence itself, or for less the one after it. */
function typeFit(wanted: AnswerType, [here = '', after = '']: readonly string[]): number {
  const own = holdsType(wanted, here);
  const next = own === 1 ? 0 : holdsType(wanted, after) * 0.6;
  return 2 * Math.max(own, next) - 1;
}
