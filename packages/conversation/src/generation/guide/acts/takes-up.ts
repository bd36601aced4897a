import { normalise } from '../../../retrieval/language/words.ts';

const SOUNDS = /^(?:(?:oh|ah|um|uh|er|hm|okay|ok|so|and|but|wait|a|an|the) )+/;
const MAX_WORDS = 4;

/** Whether a few words only take up what was just said: “A score?”, “Read along?”. */
export function takesUp(said: string, lastReply: string | null): boolean {
  if (lastReply === null || !said.trim().endsWith('?')) return false;
  const plain = normalise(said).replace(SOUNDS, '');
  if (plain === '' || plain.split(' ').length > MAX_WORDS) return false;
  return ` ${normalise(lastReply)} `.includes(` ${plain} `);
}
