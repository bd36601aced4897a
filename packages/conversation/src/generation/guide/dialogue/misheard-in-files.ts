import { hasSubject, toWords, type Word } from '../../../retrieval/language/words.ts';
import { createCorrector } from '../../../retrieval/misheard/corrections.ts';
import { type Passage, passageText } from '../../../retrieval/passages/passage.ts';
import { quotePassage } from '../../../retrieval/passages/say-passage.ts';
import { MEANT_OPENINGS } from './phrases.ts';

/** What the files answer, had a word of theirs been said. */
export interface MeantInFiles {
  readonly term: string;
  /** The words of the files. */
  readonly text: string;
}

export interface MisheardInFiles {
  readonly turn: string;
  readonly passages: readonly Passage[];
  readonly said: readonly string[];
}

/** Likelihood from which words that may have been said are worth asking about. */
const MEANT_LIKELIHOOD = 0.6;
const ALIKE_ENOUGH = 0.78;
/** Shorter words of files are common ones. */
const MIN_LETTERS = 5;

/** What a turn that the files do not answer may have asked before it was misheard; null: nothing. */
export function findMeantInFiles({ turn, passages, said }: MisheardInFiles): MeantInFiles | null {
  const texts = passages.map(passageText);
  const correct = createCorrector({
    terms: texts.flatMap(termsOf),
    known: texts,
  });
  // How likely a sentence answers was judged by what was heard.
  const unjudged = passages.map(({ likely: _, ...passage }) => passage);
  for (const { text: question, term, likeness } of correct(turn)) {
    if (likeness < ALIKE_ENOUGH) continue;
    const quoted = quotePassage({ question, passages: unjudged, said });
    if (quoted !== null && quoted.likely >= MEANT_LIKELIHOOD) return { term, text: quoted.text };
  }
  return null;
}

/** Its words of some length, and two of them that stand together. */
function termsOf(text: string): string[] {
  const words = toWords(text);
  const isTerm = (word: Word | undefined): word is Word =>
    word !== undefined && hasSubject(word) && word.raw.length >= MIN_LETTERS;
  return words.flatMap((word, index) => {
    const next = words[index + 1];
    if (!isTerm(word)) return [];
    return isTerm(next) ? [`${word.raw} ${next.raw}`, word.raw] : [word.raw];
  });
}

/** Whether a reply asks about a word of the files, and which; null: it asks something else. */
export function askedTerm(reply: string): string | null {
  const opening = MEANT_OPENINGS.find((text) => reply.startsWith(text));
  return opening === undefined ? null : reply.slice(opening.length).replace(/\?$/, '');
}
