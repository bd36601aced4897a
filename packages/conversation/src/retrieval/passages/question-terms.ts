import { withoutOpening } from '../language/segments.ts';
import { toTerms } from '../language/terms.ts';
import { toWord, toWords, type Word } from '../language/words.ts';
import { type Reading, readNeighbours, type Vocabulary } from '../scoring/vocabulary.ts';
import { type AnswerType, wantedType } from './answer-type.ts';
import { LIGHT_WEIGHT } from './passage-words.ts';

/** A word of a question, and what it may be in the documents. */
export interface QuestionTerm {
  readonly readings: readonly Reading[];
  /** What it counts for: rare words more, those that go with any subject little. */
  readonly weight: number;
  /** Whether it says what is asked about. */
  readonly isSubject: boolean;
}

/** A question as the documents see it. */
export interface Question {
  readonly terms: readonly QuestionTerm[];
  readonly wanted: AnswerType | null;
}

const UNKNOWN_WEIGHT = 1;
/** A name that no document knows: whatever they say, it is not about that. */
const STRANGER_WEIGHT = 2;
/** Of the best reading: less alike words are other words. */
const SAME_WORD = 0.55;
/** So much worse one word may fit than its halves do. */
const HALVES_WORTH = 0.1;
/** Words for the person who asks, which go with any question. */
const ABOUT_ASKER = new Set(
  'child children kid kids son daughter boy girl boys girls sons daughters pupil pupils student students family families wife husband friend friends neighbour sister brother mother father'.split(
    ' ',
  ),
);
const SAYS_LITTLE = new Set(
  `happen happens happened happening anywhere somewhere somebody anybody nobody exist exists available allow
  allowed allows offer offers offered provide provides arrange got getting bring take takes taking want wants wanted
  end ends run runs manage deal dealing handle regarding concerning information info detail details bit sure able yourself myself themselves stuff place`
    .split(/\s+/)
    .filter(Boolean),
);
/** Grammar alone. */
const SAYS_NOTHING = new Set(
  `not no nor her hers she herself him himself me myself us ourselves mine ours without whom cannot been being
  done while because although though upon within onto off too also very really already still yet ever never
  another every each both such only own than then there here since soon please able dear yours`
    .split(/\s+/)
    .filter(Boolean),
);
/** What the type of the answer says already. */
const SAID_BY_TYPE: Readonly<Record<AnswerType, RegExp>> = {
  time: /^(?:time|times|date|dates|day|days|month|year)$/,
  length: /^(?:long|last|lasts|take|far|ahead)$/,
  money:
    /^(?:cost|costs|price|prices|priced|charge|charges|charged|fee|fees|expensive|money|amount|much|pay)$/,
  number: /^(?:number|many|big|biggest|large|largest|maximum|size|count|amount)$/,
  person: /^(?:person|name|people)$/,
  place: /^(?:place|location|located)$/,
  phone: /^(?:phone|telephone|number|mobile)$/,
  address: /^(?:postal|full)$/,
  mail: /^(?:mail|email|address|e)$/,
};
/** "How many" and its like: the type of the answer, no word of it. */
const MEASURE = /^how(?:much|many|long|old|often)$/;

/** Reads a question with the words of the documents: misheard, split and related ones too. */
export function readQuestion(
  text: string,
  vocabulary: Vocabulary,
  rarity: (stem: string) => number,
): Question {
  const wanted = wantedType(text);
  const heard = joinSplit(withoutOpening(text), vocabulary);
  const said = heard.filter(({ word: { raw } }) => !MEASURE.test(raw) && !SAYS_NOTHING.has(raw));
  const kept =
    wanted === null ? said : said.filter(({ word }) => !SAID_BY_TYPE[wanted].test(word.raw));
  const terms = new Map<string, QuestionTerm>();
  const names = namesIn(text);
  for (const { word, readings } of kept.length > 0 ? kept : said) {
    const term = toTerm(word, readings, rarity);
    const isStranger = readings.length === 0 && names.has(word.raw);
    terms.set(word.stem, isStranger ? { ...term, weight: STRANGER_WEIGHT } : term);
  }
  return { terms: [...terms.values()], wanted };
}

interface Heard {
  readonly word: Word;
  readonly readings: readonly Reading[];
}

function toTerm(
  word: Word,
  readings: readonly Reading[],
  rarity: (stem: string) => number,
): QuestionTerm {
  const best = readings[0];
  // A word that was misheard weighs what the right one does; one that is only related, what it is.
  const weight = best !== undefined && best[1] >= SAME_WORD ? rarity(best[0]) : UNKNOWN_WEIGHT;
  const isAbout = isSubject(word);
  return { readings, weight: isAbout ? weight : weight * LIGHT_WEIGHT, isSubject: isAbout };
}

function isSubject({ raw, role }: Word): boolean {
  return role !== 'light' && !ABOUT_ASKER.has(raw) && !SAYS_LITTLE.has(raw);
}

/** The words that say something; two that the recogniser took apart are one again. */
function joinSplit(text: string, vocabulary: Vocabulary): Heard[] {
  const words = toWords(text);
  const terms = new Map(toTerms(text).map((word) => [word.raw, word]));
  const names = namesIn(text);
  const readings = new Map<Word, Heard>();
  const read = (word: Word): Heard => {
    const known = readings.get(word);
    if (known !== undefined) return known;
    const isAbout = isSubject(word) && !SAYS_NOTHING.has(word.raw);
    const heardAs = isAbout && names.has(word.raw) ? 'as a name' : 'perhaps';
    const heard = { word, readings: vocabulary.read(word, isAbout ? heardAs : 'no') };
    readings.set(word, heard);
    return heard;
  };
  const readTerm = (word: Word): Heard | null => (terms.has(word.raw) ? read(word) : null);
  const heard = readNeighbours<Heard>(words, {
    together(left, right) {
      const halves = [readTerm(left), readTerm(right)];
      const fits = halves.map((half) => half?.readings[0]?.[1] ?? 0);
      if (!halves.some((half, index) => half !== null && (fits[index] ?? 0) < 1)) return null;
      const whole = vocabulary.readTogether(left, right);
      const fit = whole[0]?.[1] ?? 0;
      if (fit <= SAME_WORD || fit <= Math.min(...fits) - HALVES_WORTH) return null;
      terms.delete(left.raw);
      return { word: { ...toWord(left.raw + right.raw), role: 'content' }, readings: whole };
    },
    alone(word) {
      const term = readTerm(word);
      // A word that is said twice counts once.
      terms.delete(word.raw);
      return term;
    },
  });
  // Words of other scripts, which the reader of spoken English drops.
  for (const word of terms.values()) {
    if (!words.some(({ raw }) => raw === word.raw)) heard.push(read(word));
  }
  return heard;
}

/** Capitalised words inside a sentence. */
function namesIn(text: string): Set<string> {
  return new Set(
    [...text.matchAll(/(?<=[\p{Ll}\p{N},] )\p{Lu}\p{Ll}{2,}/gu)].map(([name]) =>
      name.toLowerCase(),
    ),
  );
}
