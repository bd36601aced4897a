import { plainWords } from './plain-words.ts';

const BUT =
  /^(?:(?:yeah|yes|yep|ok|okay|well|hm|sure|right|fine|no|maybe|nice|i know|i see|fair enough|that is (?:nice|fine|good|true|all very well)) ){1,3}but\b/;
const THOUGH = /^\S+ \S+ .*\bthough$/;
/** “Sounds like the same thing with a logo on it”, and not like a good plan. */
const SOUNDS =
  /^(?:(?:hm|well|so|oh|okay|but|to me) )*(?:(?:that|it|this) )?(?:(?:just|really|still|all) )?(?:sounds|seems|looks|feels) (?:like|a bit|pretty|rather|too)\b(?!.*\b(?:good|great|fun|nice|plan|useful|helpful|lovely|perfect|interesting|brilliant|exactly)\b)/;
/** “I'm not convinced, my lecturer says …”, “that's not very reassuring”. */
const DOUBTS =
  /^(?:(?:hm+|well|so|oh|okay|yeah|but|no|to be honest|honestly) )*(?:(?:i am|we are) (?:still )?not (?:really |so |very |quite |that |at all )*(?:convinced|persuaded|reassured|buying|sold)|i (?:do not|still do not) (?:really )?(?:buy|believe) (?:it|that|this)|(?:that|it|this) (?:is|does) not (?:really |very |exactly |that |much |sound )*(?:reassuring|comforting|convincing|reassure me|convince me|enough))\b/;
/** “Well my union thinks it does”, “easy for you to say”. */
const OTHERS_SAY =
  /^(?:(?:hm+|well|so|oh|okay|yeah|but|and|no) )*(?:(?:my|our|the|some|many|most|other|half (?:of )?(?:my|our|the)) (?:[\w'-]+ ){1,3}(?:thinks?|says?|believes?|reckons?|(?:do|does) not (?:agree|think so))\b(?!.*\b(?:good|great|fun|nice|useful|helpful|lovely|brilliant|have to|has to|must|should)\b)|(?:(?:that|it) is )?easy for you to say\b)/;
/** Asked, but for no answer: “who's got the time for that”. */
const RHETORICAL =
  /^(?:(?:hm+|well|so|oh|okay|yeah|yes|but|and|no) )*who (?:on earth )?(?:has|is) (?:got )?(?:the )?(?:time|money|budget|energy|patience) for (?:that|this|it|all that)\b/;
/** Asked, but for no answer: “they will use it to save money, won't they”. */
const TAG =
  /\b(?:is|are|was|were|does|do|did|has|have|can|could|will|would) not (?:it|that|they|you|he|she|we)$/;
const DONE =
  /\b(?:that is (?:exactly |just )?(?:the|my) (?:whole )?(?:problem|point|trouble)|(?:i|we)(?: have)? (?:already|just) (?:did|done|tried|used|asked|wrote|written|called|sent|rang|phoned)|(?:did|done|tried) (?:that|it|this) already)\b/;

/**
 * Whether the caller has done what was proposed, wants it granted that something speaks against what was said, or holds
 * something else against it; null: none of these.
 */
export function findObjection(turn: string): 'done' | 'tag' | 'other' | null {
  const plain = plainWords(turn);
  if (DONE.test(plain)) return 'done';
  if (TAG.test(plain) || RHETORICAL.test(plain)) return 'tag';
  return [BUT, THOUGH, SOUNDS, DOUBTS, OTHERS_SAY].some((pattern) => pattern.test(plain))
    ? 'other'
    : null;
}
