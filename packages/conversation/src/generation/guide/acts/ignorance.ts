import { plainWords } from './plain-words.ts';

const OPENINGS = '(?:(?:so|and|but|okay|ok|right|well|then|hm|oh|wait|basically|in other words) )*';
const KNOWN = '(?: (?:that|it|this|either|then|anything|at all|about it|about that|really))*';
const TAKES_UP = new RegExp(
  `^${OPENINGS}(?:(?:you|they) (?:really |actually |just |simply )*(?:do not|cannot|can not|could not) (?:really |actually )*(?:know|say|tell me)|(?:you|they) have no idea|(?:nobody|no one) (?:there )?knows)${KNOWN}$`,
);
const EXPECTS_MORE = new RegExp(
  `^${OPENINGS}(?:(?:do not you|do you not) think )?(?:you|they|somebody|someone) (?:really |probably )*(?:should|ought to)(?: really)?(?: (?:know|have|find out|be able to (?:say|tell me)|look (?:it|that) up))?${KNOWN}$|^${OPENINGS}(?:why|how come|how can) (?:do not you|do you not|you do not|you not) know${KNOWN}$`,
);

const MAKES_SURE = new RegExp(
  `^${OPENINGS}(?:(?:are )?you (?:really |quite |absolutely )*(?:sure|certain)|sure|for sure|really|seriously)${KNOWN}$`,
);

/** Whether a turn makes sure of what was said: “are you sure about that”. */
export function makesSureOfIgnorance(turn: string): boolean {
  return MAKES_SURE.test(plainWords(turn));
}

/** Whether a turn takes up that something is not known: “so you don't know”. */
export function takesUpIgnorance(turn: string): boolean {
  return TAKES_UP.test(plainWords(turn));
}

/** Whether a turn holds it against who does not know: “well, don't you think you should”. */
export function blamesIgnorance(turn: string): boolean {
  return EXPECTS_MORE.test(plainWords(turn));
}
