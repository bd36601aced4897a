import { hasSubject, normalise, stemOf, toWord } from '../language/words.ts';
import { type Said, soundLikeness, toSaid } from './sound-likeness.ts';

/** What may have been said where something else was heard. */
export interface Correction {
  /** The whole turn with what may have been said, in plain words. */
  readonly text: string;
  /** What may have been said; the first of two. */
  readonly term: string;
  /** How alike the two sound, 0 to 1. */
  readonly likeness: number;
}

export interface CorrectorOptions {
  /** What a recogniser may not know: names, labels, rare words. */
  readonly terms: Iterable<string>;
  /** Sentences whose words are heard rightly where they are heard: they are of this knowledge, or of everyday life. */
  readonly known: Iterable<string>;
}

/** Below it two are different words. */
const MIN_LIKENESS = 0.66;
/** The same where every word that was heard is one that is known. */
const MIN_KNOWN_LIKENESS = 0.8;
/** They differ in length by this share at most. */
const MAX_LONGER = 0.35;
/** Shorter ones sound like too many others. */
const MIN_TERM_LETTERS = 4;
const MIN_TERM_SOUNDS = 2;
const MAX_TERM_WORDS = 3;
/** A recogniser that does not know a word hears several short ones in its place. */
const MORE_WORDS = 2;
const MAX_CORRECTIONS = 4;
/** Words of a turn that are compared. */
const MAX_WORDS = 24;

interface Term {
  readonly words: readonly string[];
  readonly said: Said;
}

interface Found {
  readonly from: number;
  readonly to: number;
  readonly term: Term;
  readonly likeness: number;
}

/**
 * Finds what a recogniser may have misheard: words that this knowledge does not know, and that sound like one of its
 * terms. The likeliest first.
 */
export function createCorrector(options: CorrectorOptions): (turn: string) => Correction[] {
  const terms = readTerms(options.terms);
  const known = new Set(
    [...options.known]
      .flatMap((text) => normalise(text).split(' '))
      .flatMap((raw) => [raw, stemOf(raw)]),
  );
  const isKnown = (raw: string) =>
    known.has(raw) || known.has(stemOf(raw)) || !hasSubject(toWord(raw)) || /\d/.test(raw);

  /** A turn is read again while its meaning is looked up. */
  let last: { readonly turn: string; readonly found: Correction[] } | null = null;
  function correct(turn: string): Correction[] {
    const words = normalise(turn).split(' ').slice(0, MAX_WORDS);
    const strange = words.map((raw) => raw !== '' && !isKnown(raw));
    const found = findTerms(words, strange, terms);
    const best = found.sort((left, right) => right.likeness - left.likeness);
    const [first] = best;
    const second = best.find(
      ({ from, to }) => first !== undefined && (to <= first.from || from >= first.to),
    );
    const both = first !== undefined && second !== undefined ? [[first, second]] : [];
    return [...both, ...best.slice(0, MAX_CORRECTIONS).map((one) => [one])].map((chosen) => ({
      text: replace(words, chosen),
      term: chosen[0]?.term.words.join(' ') ?? '',
      likeness: Math.min(...chosen.map(({ likeness }) => likeness)),
    }));
  }

  return (turn) => {
    if (last?.turn !== turn) last = { turn, found: correct(turn) };
    return last.found;
  };
}

/** Of all that overlap the same words with the same term, the likeliest. */
function findTerms(
  words: readonly string[],
  strange: readonly boolean[],
  terms: readonly Term[],
): Found[] {
  const best = new Map<Term, Found>();
  for (let from = 0; from < words.length; from += 1) {
    for (
      let to = from + 1;
      to <= Math.min(words.length, from + MAX_TERM_WORDS + MORE_WORDS);
      to += 1
    ) {
      const isStrange = strange.slice(from, to).includes(true);
      const window = words.slice(from, to);
      const heard = toSaid(window);
      for (const term of terms) {
        if (to - from > term.words.length + MORE_WORDS || to - from < term.words.length) continue;
        if (!isStrange && term.words.length === 1) continue;
        if (!isAsLong(heard.letters, term.said.letters)) continue;
        const enough = isStrange ? MIN_LIKENESS : MIN_KNOWN_LIKENESS;
        const likeness = soundLikeness(heard, term.said, enough);
        if (likeness === 1 || likeness <= (best.get(term)?.likeness ?? 0)) continue;
        // To leave out words is no mishearing.
        if (!term.words.every((raw) => window.includes(raw)))
          best.set(term, { from, to, term, likeness });
      }
    }
  }
  return [...best.values()];
}

const isAsLong = (left: string, right: string): boolean =>
  Math.abs(left.length - right.length) <= MAX_LONGER * Math.max(left.length, right.length);

function replace(words: readonly string[], found: readonly Found[]): string {
  return words
    .flatMap((word, index) => {
      const one = found.find(({ from, to }) => from <= index && index < to);
      if (one === undefined) return [word];
      return one.from === index ? one.term.words : [];
    })
    .join(' ');
}

function readTerms(texts: Iterable<string>): Term[] {
  const terms = new Map<string, Term>();
  for (const text of texts) {
    const words = normalise(text).split(' ');
    const letters = words.join('');
    const said = toSaid(words);
    if (words.length > MAX_TERM_WORDS || letters.length < MIN_TERM_LETTERS) continue;
    if (said.sound.length < MIN_TERM_SOUNDS || !words.some((raw) => hasSubject(toWord(raw))))
      continue;
    // A word in the singular and in the plural is one.
    terms.set(words.map(stemOf).join(' '), { words, said });
  }
  return [...terms.values()];
}
