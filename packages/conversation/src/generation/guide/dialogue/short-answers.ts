import { normalise } from '../../../retrieval/language/words.ts';

export type ShortAnswer = 'yes' | 'no' | 'first' | 'second';

const YES = new Set(
  `yes yeah yep yup ya sure ok okay please absolutely definitely certainly correct exactly right go ahead do
  course of gladly fine alright all i would like that love to it sounds good great perfect let us hear`
    .split(/\s+/)
    .filter(Boolean),
);
/** At least one of these makes it a yes. */
const YES_HEADS =
  /^(?:yes|yeah|yep|yup|sure|ok|okay|please|absolutely|definitely|certainly|correct|exactly|right|go ahead|of course|gladly|fine|alright|all right|i would|sounds good|great|perfect|do it|please do)\b/;
const NO =
  /^(?:no|nope|nah|not (?:now|really|today|yet|right now)|no thanks?(?: you)?|i am (?:good|fine)|do not)(?: (?:no|thanks|thank|you|not|now|really|it|is|fine|okay|ok|that|all|right|need|i|do|am|good))*$/;
const FIRST = /^(?:the )?(?:first|former)(?: (?:one|please|of|the|two))*$/;
const SECOND = /^(?:the )?(?:second|latter|last|other)(?: (?:one|please|of|the|two))*$/;

/** Whether a whole turn is only an answer to an offer, and which. */
export function toShortAnswer(turn: string): ShortAnswer | null {
  const plain = normalise(turn);
  if (NO.test(plain)) return 'no';
  if (FIRST.test(plain)) return 'first';
  if (SECOND.test(plain)) return 'second';
  const words = plain.split(' ');
  return YES_HEADS.test(plain) && words.every((word) => YES.has(word)) ? 'yes' : null;
}
