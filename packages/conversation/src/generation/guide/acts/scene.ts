/** What is talked of: those who learn and what they use, or the call with the assistant. */
export type Scene = 'school' | 'call';

const SCHOOL =
  /\b(?:students?|pupils?|kids?|child(?:ren)?|sons?|daughters?|grand(?:son|daughter|child|children|kids?)|boys?|girls?|tutor|moods?|check-?ins?|class(?:es|room)?|prompt hero)\b/iu;
const CALL =
  /\b(?:(?:this|the|our|my) (?:phone )?(?:call|conversation)|hang(?:ing)? up|hung up|(?:hear|hearing|listen(?:ing)?) (?:me|to me|to us)|(?:tell|telling|talk(?:ing)? to|speak(?:ing)? (?:to|with)|say(?:ing)? to) you|(?:i|we) (?:say|said|tell|told)|my (?:voice|words|microphone))\b/iu;
/** “I was not asking about this call”, “not the call”, “that is this call again”. */
const NOT_CALL = /\b(?:not|\w+n['’]t|again)\b[^.!?,;]*\bcall\b|\bcall again\b/giu;

/** Which of the two a turn names; null: neither. */
export function readScene(turn: string): Scene | null {
  if (CALL.test(turn.replace(NOT_CALL, ' '))) return 'call';
  return SCHOOL.test(turn) ? 'school' : null;
}
