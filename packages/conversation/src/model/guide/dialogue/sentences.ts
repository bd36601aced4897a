import { normalise } from '../language/words.ts';

/** A text cut where a sentence ends; each piece keeps its closing mark. */
export function toSentences(text: string): string[] {
  return text
    .split(/(?<=[.?!])\s+(?=[^a-z])/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}

/** Whether two texts are the same once spoken. */
export function soundsTheSame(left: string, right: string): boolean {
  return normalise(left) === normalise(right);
}
