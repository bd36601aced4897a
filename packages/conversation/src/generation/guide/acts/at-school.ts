/** Where something is done: by those who learn and with what they use, or in the call with the assistant. */
export type Place = 'school' | 'call';

const SCHOOL =
  /\b(?:students?|pupils?|kids?|child(?:ren)?|sons?|daughters?|grand(?:son|daughter|child|children|kids?)|boys?|girls?|tutor|moods?|check-?ins?|class(?:es|room)?|prompt hero)\b/iu;
const CALL =
  /\b(?:(?:this|the|our|my) (?:phone )?(?:call|conversation)|hang(?:ing)? up|hung up|(?:hear|hearing|listen(?:ing)?) (?:me|to me|to us)|(?:tell|telling|talk(?:ing)? to|speak(?:ing)? (?:to|with)|say(?:ing)? to) you|(?:i|we) (?:say|said|tell|told)|my (?:voice|words|microphone))\b/iu;
/** “I was not asking about this call”, “not the call”, “that is this call again”. */
const NOT_CALL = /\b(?:not|\w+n['’]t|again)\b[^.!?,;]*\bcall\b|\bcall again\b/giu;

/** Which of both a turn names; null: neither. */
export function readPlace(turn: string): Place | null {
  if (CALL.test(turn.replace(NOT_CALL, ' '))) return 'call';
  return SCHOOL.test(turn) ? 'school' : null;
}
