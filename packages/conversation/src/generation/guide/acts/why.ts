import { plainWords } from './plain-words.ts';

const WHY =
  /^(?:(?:and|but|so|oh|ok|okay|well|hm+|um) )*(?:why(?: not)?|how come|for what reason|what for)(?: (?:is|was|that|so|it|then|though|exactly))*$/;

/** Whether a turn asks for the reason of what was said, and for nothing else: “why not”, “but why is that”. */
export function asksWhy(turn: string): boolean {
  return WHY.test(plainWords(turn));
}
