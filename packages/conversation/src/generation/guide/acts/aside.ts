import { clauseAsks } from './asks.ts';
import { toSpokenClauses } from './clauses.ts';

/** “… and, no joke, within ten minutes”, “a caseload of four hundred, don't laugh.” */
const IN_PASSING =
  /(?<=\p{L}),\s+(?:(?:and|um+|uh+)[,\s]+)?(?:no joke|do(?:n['’]t| not) laugh|i kid you not|i swear|god love them|for my sins|touch wood|between you and me|no offen[cs]e|pardon my french|excuse my language)(?=[,.?!])/giu;
/** Begins a story: “do you know, my late wife was a teacher”. */
const TELLS = /(?<=^|[.?!]\s+)(?:do )?you know(?: what)?,\s+(?=(?:my|our|i|we|when|it)\b)/giu;
/** “… why did you say that? Anyway, is that watching my children?”: what was said before is let go. */
const LETS_GO = /^.*[.?!,;]\s*(?:but |so |well )?anyways?\b[,.]?\s+(?=\S+ \S+ \S)/isu;
/** “How long is the demo, no wait, can my head come, too?” */
const TAKES_BACK =
  /^.*\S[\s,.?!]+(?:no,? (?:wait|actually|sorry)|(?:wait|actually|sorry),? no|scratch that)\b[,.]?\s+(?=\S+ \S+ \S+ \S)/isu;
/** “Great, thanks, um, one more thing, have you done a DPIA?” */
const LEADS_IN =
  /(?<=^(?:(?:oh|ok|okay|so|and|um|uh|just|now|well|great|good|right|thanks|thank you)[\s,.!]+)*)(?:(?:just )?(?:one|a) (?:more|last|quick|final|other)|(?:and )?(?:my )?(?:last|another|final|next)) (?:thing|question|one)\b(?! (?:is|was|that|i|we|you)\b)[,.:]*\s+(?=\S+ \S+ \S)/iu;
/** “Hello? Can you hear me? I am a governor and …”: the answer shows it. */
const ASKS_IF_HEARD =
  /^(?:(?:hello|hi|hey|um|uh|oh|yes|so|okay|good (?:morning|afternoon|evening))[\s,.?!]+)*(?:can you (?:still )?hear me|are you (?:still )?there)(?: (?:okay|ok|all right|now))?[?.,!]\s+(?=\S+ \S+ \S+ \S)/iu;

/** “Does it, the tutor, give sources”, “is there somebody, an actual person, I could quote”. */
const NAMED_AGAIN =
  /\b(?<named>(?:any|some)(?:one|body)|it|they|that|this|he|she),\s+(?:the|an?|my|our|your) (?:[\w'’]+ )?[\w'’]+,\s+(?=(?:i|we|you|who|that|give|gives|have|has|work|works|do|does|know|knows|keep|say|tell|show|need|cost|come|take|make|look|run)\b)/giu;

/** A turn without what is only said aside. What is let go or taken back stays where nothing is asked behind it. */
export function withoutAside(turn: string): string {
  const whole = turn
    .replace(ASKS_IF_HEARD, '')
    .replace(IN_PASSING, '')
    .replace(TELLS, '')
    .replace(LEADS_IN, '')
    .replace(NAMED_AGAIN, '$<named> ');
  const rest = whole.replace(LETS_GO, '').replace(TAKES_BACK, '');
  return toSpokenClauses(rest).some(clauseAsks) ? rest : whole;
}
