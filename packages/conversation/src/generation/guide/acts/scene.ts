import { plainWords } from './plain-words.ts';

/** What is talked of: those who learn and what they use, or the call with the assistant. */
export type Scene = 'school' | 'call';

const SCHOOL =
  /\b(?:students?|pupils?|kids?|child(?:ren)?|sons?|daughters?|grand(?:son|daughter|child|children|kids?)|boys?|girls?|tutor|moods?|check-?ins?|class(?:es|room)?|prompt hero)\b/iu;
const CALL =
  /\b(?:(?:this|the|our|my) (?:phone )?(?:call|conversation)|hang(?:ing)? up|hung up|(?:hear|hearing|listen(?:ing)?) (?:me|to me|to us)|(?:tell|telling|talk(?:ing)? to|speak(?:ing)? (?:to|with)|say(?:ing)? to) you|(?:i|we) (?:say|said|tell|told)|my (?:own )?(?:voice|words|microphone)|record(?:ing)? (?:this|me|us)|this (?:being |getting )?recorded|(?:about|from) me)\b/iu;
/** “I am a reporter, I have no child in this”. */
const NO_CHILD =
  /\b(?:no|not|\w+n['’]t (?:got |have )?(?:an?|any)) (?:kids?|child(?:ren)?|students?|pupils?)\b/giu;
/** “I was not asking about this call”, “not the call”, “that is this call again”. */
const NOT_CALL = /\b(?:not|\w+n['’]t|again)\b[^.!?,;]*\bcall\b|\bcall again\b/giu;

const OF_CALL = '(?:call|conversation|website|chat)';
const OF_SCHOOL =
  '(?:kids?|child(?:ren)?(?: s)?|students?|pupils?|son|daughter|tutor|school|class(?:room)?|moods?)';
const MEANS =
  '(?:(?:is|was) (?:that|this|it|those)|do you mean|are you talking about|(?:did|do) you say that)';
const ALONE = '(?: (?:alone|only|itself|here|now))?';
const OR =
  'or (?:(?:is|was|that|this|it|only|just|also|about|for|of|the|my|our|all|what|a|an) ){0,5}';
const WHICH = new RegExp(
  `\\b${MEANS}\\b(?: \\w+){0,4}? (?:${OF_CALL}${ALONE} ${OR}${OF_SCHOOL}|${OF_SCHOOL}(?: \\w+)? ${OR}${OF_CALL})\\b`,
);

/** Whether it is asked which of the two was meant: “is that this call or is that the kids' stuff as well”. */
export function asksWhichScene(turn: string): boolean {
  return WHICH.test(plainWords(turn));
}

/** Which of the two a turn names; null: neither. */
export function readScene(turn: string): Scene | null {
  if (CALL.test(turn.replace(NOT_CALL, ' '))) return 'call';
  return SCHOOL.test(turn.replace(NO_CHILD, ' ')) ? 'school' : null;
}
