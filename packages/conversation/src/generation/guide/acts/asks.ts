import { asksSomething } from '../../../retrieval/language/segments.ts';
import type { Clause } from './clauses.ts';
import { plainWords } from './plain-words.ts';

const REQUEST =
  /^(?:tell|explain|describe|show|give|help|send|book|sign|connect|repeat|say|translate|write|read|sing|play|spell|name|list|compare|put me|call me|go on)\b/;
const WISH =
  /\b(?:i|we) (?:ask|asked|am asking|was asking) (?:\w+ ){0,4}(?:if|whether)\b|\b(?:i|we) would (?:much )?(?:rather|sooner) (?:know|hear|ask|see)\b|\b(?:i|we) (?:am|are) (?:really |just )?asking(?: you)? is\b|\b(?:she|he|they|my \w+|our \w+) wants? (?:to (?:know|see|hear)|an?|the|some)\b|\b(?:i|we) (?:(?:just |really |would |only )*(?:want|need|wanted|needed|(?<=\bwould (?:\w+ ){0,2})(?:like|love)) (?:to|a|an|the|some|more|it|you)|(?:like|love) (?:to (?:know|see|hear|ask|book|try|talk)|some|more)|have (?:a|one|some|two|another) (?:\w+ )?questions?|(?:was|am|were|are) (?:just )?(?:wondering|interested in|looking for|after))\b/;
/** “Any way to export it”, “nothing for art, I suppose”. */
const ELLIPTIC =
  /^(?:any|anything|anyone|nothing|how about|what about|which|for (?:how|what|whom))\b|\b(?:i suppose|i take it)$/;
const TAG =
  /\b(?:is not it|is it not|are not they|does not it|do not you|would not (?:it|she|he|they)|is that right|or not|yes or no)$/;
/** Behind something else, where no mark was heard: “I will email you what is the address”. */
const WITHIN =
  /(?<!\b(?:know|see|hear|say|tell|show|learn|explain|about|of|on|and) )\b(?:what|where|when|how) (?:is|are|do|does|can|could|much|many|long|often|old) (?:the|it|that|this|your|you|i|we|my|our|they)\b/;

/** “… can't really put it into words” leaves out who cannot. */
const CANNOT = /^(?:can|could) not (?:really|even|quite|always|ever|fully|properly|hardly)\b/;

/** Whether a clause asks or wishes for something, also where a recogniser set no mark. */
export function clauseAsks({ said, plain }: Clause): boolean {
  if (plain === '' || (CANNOT.test(plain) && !said.endsWith('?'))) return false;
  return (
    asksSomething(said) ||
    asksSomething(plain) ||
    REQUEST.test(plain) ||
    WISH.test(plain) ||
    ELLIPTIC.test(plain) ||
    TAG.test(plain) ||
    WITHIN.test(plain)
  );
}

/** “… so I don't know if there is anything here for me”, “I've been told to find out if it is safe” */
const IMPLIED =
  /\b(?:do not (?:really |even |quite |yet )?know|not (?:really |so |too |quite )?sure|no idea|not (?:got )?a clue|wonder(?:ed|ing)?|(?:find|figure|work) out|look(?:ing)? into|check(?:ing)?) (?<question>(?:if|whether|what|how\w*|who|where|when|why|which)\b.+)$/;
/** “… what to ask”, “… what you are” */
const OF_THE_TALK =
  /^\w+ (?:to (?:ask|say|put|do)\b|you (?:are|said|say|mean|meant)\b(?! \w+ing)|i (?:can|may|should|could) (?:ask|say)\b|that means\b)/;

/** What the caller says they do not know yet, in plain words, where nothing is asked outright; null: nothing. */
export function impliedQuestion(turn: string): string | null {
  if (turn.includes('?')) return null;
  const question = IMPLIED.exec(plainWords(turn))?.groups?.question;
  return question === undefined || OF_THE_TALK.test(question) ? null : question;
}
