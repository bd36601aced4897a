import { normalise } from '../language/words.ts';

/** "Dr. Oakes" and "No. 5" are not two sentences; "No. All live at home." is. */
const SENTENCE_END =
  /(?<=[.?!])(?<!\b(?:Mrs?|Ms|Dr|Prof|St|Sr|Jr|vs|e\.g|i\.e|approx|ext)\.)(?<!\bNo\.(?=\s+\d))\s+(?=[^a-z])/u;

/** A text cut where a sentence ends; each piece keeps its closing mark. */
export function toSentences(text: string): string[] {
  return text
    .split(SENTENCE_END)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}

/** Whether two texts are the same once spoken. */
export function soundsTheSame(left: string, right: string): boolean {
  return normalise(left) === normalise(right);
}
