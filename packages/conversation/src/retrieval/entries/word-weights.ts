import { distance } from '../language/similarity.ts';
import { toWord, toWords, type Word } from '../language/words.ts';
import type { KnowledgeEntry } from './knowledge-schema.ts';

/** The words of a knowledge base: how much each is worth, and which two recognised words are one of them. */
export interface Lexicon {
  /** What each word is worth when it matches or is missing: rare ones more, unknown ones most. */
  weigh(words: readonly Word[]): number[];
  /** The same, to decide whether a question is about this knowledge at all: common words count in full. */
  weighSubject(words: readonly Word[]): number[];
  /** The words of an utterance, with halves that the recogniser took apart put together ("fur pa"). */
  read(text: string): Word[];
}

const STOP_WEIGHT = 0.105;
const QUESTION_WEIGHT = 0.17;
const LIGHT_WEIGHT = 0.38;
const FUNCTION_SHARE = 0.38;
/** A word that occurs only in declined entries: evidence against all others. */
const FOREIGN_WEIGHT = 1.7;
const UNKNOWN_WEIGHT = 0.82;
const MIN_CONTENT_WEIGHT = 0.45;

export function createLexicon(entries: readonly KnowledgeEntry[]): Lexicon {
  const spread = new Map<string, number>();
  const own = new Set<string>();
  const foreign = new Set<string>();
  const words = new Map<string, Word>();
  const bySound = new Map<string, Word[]>();
  for (const entry of entries) {
    const stems = new Set<string>();
    for (const word of [...entry.questions, ...entry.keywords].flatMap(toWords)) {
      stems.add(word.stem);
      if (words.has(word.raw) || isFunctionWord(word)) continue;
      words.set(word.raw, word);
      bySound.set(word.sounds[0], [...(bySound.get(word.sounds[0]) ?? []), word]);
    }
    const known = entry.kind === 'decline' ? [] : stems;
    for (const stem of known) own.add(stem);
    for (const keyword of entry.kind === 'decline' ? entry.keywords : []) {
      for (const word of toWords(keyword)) foreign.add(word.stem);
    }
    for (const stem of stems) spread.set(stem, (spread.get(stem) ?? 0) + 1);
  }
  const rarest = Math.log(1 + entries.length);

  function weight(word: Word): number {
    if (word.role === 'stop') return STOP_WEIGHT;
    if (word.role === 'question') return QUESTION_WEIGHT;
    if (word.role === 'light') return LIGHT_WEIGHT;
    const count = spread.get(word.stem) ?? 0;
    if (count === 0) return UNKNOWN_WEIGHT;
    if (isForeign(word)) return FOREIGN_WEIGHT;
    return Math.max(MIN_CONTENT_WEIGHT, Math.log((1 + entries.length) / (1 + count)) / rarest);
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

  const isForeign = ({ stem }: Word): boolean => foreign.has(stem) && !own.has(stem);
  const weighSubject = (phrase: readonly Word[]): number[] =>
    phrase.map((word) =>
      word.role === 'light' ? LIGHT_WEIGHT : isForeign(word) ? FOREIGN_WEIGHT : 1,
    );

  const isKnown = (word: Word): boolean => isFunctionWord(word) || words.has(word.raw);

  function joined(left: Word, right: Word): Word | null {
    const both = toWord(left.raw + right.raw);
    if (both.raw.length < 4) return null;
    if (words.has(both.raw)) return both;
    if (isKnown(left) && isKnown(right)) return null;
    if (both.sounds[0].length < 3) return null;
    const alike = bySound.get(both.sounds[0])?.find((word) => isClose(word.raw, both.raw));
    return alike ?? null;
  }

  function read(text: string): Word[] {
    const heard = toWords(text);
    const result: Word[] = [];
    for (let index = 0; index < heard.length; index++) {
      const left = heard[index];
      const right = heard[index + 1];
      if (left === undefined) continue;
      const both = right === undefined ? null : joined(left, right);
      result.push(both ?? left);
      if (both !== null) index++;
    }
    return result;
  }

  return { weigh, weighSubject, read };
}

function isFunctionWord({ role }: Word): boolean {
  return role === 'stop' || role === 'question';
}

function isClose(left: string, right: string): boolean {
  return distance(left, right, 2) <= 2;
}
