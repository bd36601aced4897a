import { plainWords } from './plain-words.ts';

/** What leads up to words that say again what was said. */
const AGAIN = 'you mean|you are (?:saying|telling me)|in other words';

const CHECKS = new RegExp(
  [
    `^(?:(?:oh|ah|okay|ok|right|so|and|um|uh|well|but|hm|wait|sorry|no) )*(?:do you mean|does that mean|(?:that|this|which) means|${AGAIN}|you(?: have)? (?:said|told me)|what you are saying is|if i understand)\\b`,
    '\\b(?:is (?:that|this) (?:right|correct|so|it|(?:the|your) (?:idea|point|plan))|have i got that right|did i (?:get|understand) that right|is that what you mean)$',
  ].join('|'),
);
const SUMS_UP = new RegExp(
  `^(?:(?:oh|ah|okay|ok|right|um|uh|well|but|hm|wait) )*so (?:${AGAIN}|that means)\\b`,
);

/** Whether a turn says what was said in words of its own: “so you mean nobody rings the teacher”. */
export function sumsUp(turn: string): boolean {
  return SUMS_UP.test(plainWords(turn));
}

/** Whether a turn makes sure of what was said: “so you mean nobody rings the teacher, is that right?”. */
export function makesSure(turn: string): boolean {
  return CHECKS.test(plainWords(turn));
}
