import { plainWords } from './plain-words.ts';

const OPENING = 'so|and|but|okay|ok|right|well|then|um|uh|hm|oh|no|just|sorry|come on|please|wait';
const OPENINGS = `(?:(?:${OPENING}) ){0,5}`;
const SHORT = '(?:a )?(?:(?:definite|clear|firm|straight|simple|plain|honest|proper) )?(?:yes|no)';
const EITHER = '(?: or (?:is (?:it|that) )?(?:a )?(?:yes|no))?';
const VERDICT = new RegExp(
  `^${OPENINGS}(?:(?:is (?:that|it|this)|(?:that|it|this) is|(?:i|shall i|can i|do i) (?:will )?(?:take|count|read) (?:that|it) as|(?:can|could|would) you (?:just |please )*(?:say|give me|tell me)|(?:just |please )*(?:say|give me|tell me)) )?${SHORT}${EITHER}(?: (?:then|please|now|from you|to that|basically))*$`,
);
/** Alone these take up what was offered, or refuse it. */
const MERE_ANSWER = new RegExp(`^(?:(?:${OPENING}|a|yes) ?)*$`);

/** Whether a turn wants what was just said as a yes or a no: “so is that a definite no?”. */
export function asksVerdict(turn: string): boolean {
  const plain = plainWords(turn);
  return VERDICT.test(plain) && !MERE_ANSWER.test(plain);
}
