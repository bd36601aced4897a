import { toWords, type Word } from '../language/words.ts';
import { createDocumentFrequency } from '../scoring/document-frequency.ts';
import type { KnowledgeEntry } from './knowledge-schema.ts';

/** What words are worth to a knowledge base when they match or are missing. */
export interface WordWeights {
  /** Rare ones more, unknown ones most. */
  weigh(words: readonly Word[]): number[];
  /** To decide whether a question is about this knowledge at all: common words count in full. */
  weighSubject(words: readonly Word[]): number[];
}

const STOP_WEIGHT = 0.105;
const QUESTION_WEIGHT = 0.17;
const LIGHT_WEIGHT = 0.38;
const FUNCTION_SHARE = 0.38;
/** A word that occurs only in declined entries: evidence against all others. */
const FOREIGN_WEIGHT = 1.7;
const UNKNOWN_WEIGHT = 0.82;
const MIN_CONTENT_WEIGHT = 0.45;

export function createWordWeights(entries: readonly KnowledgeEntry[]): WordWeights {
  const frequency = createDocumentFrequency();
  const own = new Set<string>();
  const foreign = new Set<string>();
  for (const entry of entries) {
    const concepts = conceptsOf([...entry.questions, ...entry.keywords]);
    frequency.add(concepts);
    const declines = entry.kind === 'decline';
    for (const concept of declines ? [] : concepts) own.add(concept);
    for (const concept of declines ? conceptsOf(entry.keywords) : []) foreign.add(concept);
  }
  const isForeign = ({ concept }: Word): boolean => foreign.has(concept) && !own.has(concept);

  function weight(word: Word): number {
    if (word.role === 'stop') return STOP_WEIGHT;
    if (word.role === 'question') return QUESTION_WEIGHT;
    if (word.role === 'light') return LIGHT_WEIGHT;
    if (frequency.of(word.concept) === 0) return UNKNOWN_WEIGHT;
    if (isForeign(word)) return FOREIGN_WEIGHT;
    return Math.max(MIN_CONTENT_WEIGHT, frequency.rarity(word.concept, 1));
  }

  /** Words without a subject, however many, count for less in all than those with one. */
  function weigh(phrase: readonly Word[]): number[] {
    const weights = phrase.map(weight);
    let subject = 0;
    let rest = 0;
    for (const [index, word] of phrase.entries()) {
      if (isFunctionWord(word)) rest += weights[index] ?? 0;
      else subject += weights[index] ?? 0;
    }
    const limit = subject * FUNCTION_SHARE;
    if (subject === 0 || rest <= limit) return weights;
    return weights.map((value, index) => {
      const word = phrase[index];
      return word !== undefined && isFunctionWord(word) ? (value * limit) / rest : value;
    });
  }

  const weighSubject = (phrase: readonly Word[]): number[] =>
    phrase.map((word) =>
      word.role === 'light' ? LIGHT_WEIGHT : isForeign(word) ? FOREIGN_WEIGHT : 1,
    );

  return { weigh, weighSubject };
}

function conceptsOf(texts: readonly string[]): Set<string> {
  return new Set(texts.flatMap(toWords).map(({ concept }) => concept));
}

/** Grammar alone. */
export function isFunctionWord({ role }: Word): boolean {
  return role === 'stop' || role === 'question';
}
