import { clauseAsks } from './asks.ts';
import { toSpokenClauses } from './clauses.ts';

/** A word is looked for aloud: “he really is a bit, how do I say, lazy”. */
const SEARCHES =
  /(?<=\S)[,.]+\s*(?:how (?:do|shall|can|should) (?:i|you|we) (?:say|put|call)(?: (?:it|this|that))?|what(?:['’]?s| is) the word|what do you call (?:it|that|them))\s*[,.?]+(?=\s*\S)/giu;
/** Begins a story: “do you know, my late wife was a teacher”. */
const TELLS = /(?<=^|[.?!]\s+)(?:do )?you know(?: what)?,\s+(?=(?:my|our|i|we|when|it)\b)/giu;
/** “… why did you say that? Anyway, is that watching my children?”: what was said before is let go. */
const LETS_GO = /^.*[.?!,;]\s*(?:but |so |well )?anyways?\b[,.]?\s+(?=\S+ \S+ \S)/isu;
/** “How long is the demo, no wait, can my head come, too?” */
const TAKES_BACK =
  /^.*\S[\s,.?!]+(?:no,? (?:wait|actually|sorry)|(?:wait|actually|sorry),? no|scratch that)\b[,.]?\s+(?=\S+ \S+ \S+ \S)/isu;

/** A turn without what is only said aside. Unchanged where that is all of it. */
export function withoutAside(turn: string): string {
  const told = turn.replace(SEARCHES, ',').replace(TELLS, '');
  const rest = told.replace(LETS_GO, '').replace(TAKES_BACK, '');
  return toSpokenClauses(rest).some(clauseAsks) ? rest : told;
}
