import { hasSubject, toWord, toWords, type Word } from './words.ts';

const LATIN = /^[\p{Script=Latin}\p{N}'’_-]+$/u;
const OTHER_SCRIPT = /(?!\p{Script=Latin})\p{L}/u;
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** The words of a text that say what it is about, in any script. */
export function toTerms(text: string): Word[] {
  const words = toWords(text).filter(hasSubject);
  // The reader of spoken English drops what is not Latin; here it is kept, as it is written.
  if (!OTHER_SCRIPT.test(text)) return words;
  for (const { segment, isWordLike } of segmenter.segment(text.normalize('NFKC').toLowerCase())) {
    if (isWordLike && !LATIN.test(segment))
      words.push({ ...toWord(''), raw: segment, stem: segment, concept: segment });
  }
  return words;
}
