/** What a misunderstood caller meant. */
export interface Correction {
  /** As it was said; empty where only something was refused: “not a whole district”. */
  readonly meant: string;
}

const SOUND =
  '(?:um|uh|oh|well|hm|haha|ha|hey|look|sorry|wait|hang on|okay|ok|love|mate|come on|what|god|but|and|so|yeah)';
const NO = `(?:no|nope|nah|not (?:really|that|you|me|this(?: call| one)?|the \\w+(?: \\w+)?|an? \\w+(?: \\w+)?)|neither|neither of (?:them|those)|that(?:'?s| is) not what i (?:asked|meant|said))`;
const DENIES =
  "(?:i (?:did not|didn'?t|wasn'?t|was not|don'?t|do not) (?:ask(?:ing)?|say(?:ing)?|mean|talk(?:ing)?)(?: about| for| if)?(?: \\w+){0,5}?)";
const MEANS =
  "(?:(?:i|we)(?:'m| am|m| was)? (?:just |only |really |actually )*(?:mean|meant|ask|asked|asking|said|saying|talking|want|wanted|wondering|was asking)(?: you)?(?: now)?(?: to (?:know|ask))?(?: about| if| whether| was| is)?|it was|rather|more like|i was)";
/** Bounded: in endless ones a hostile turn of “no not a b no not a b …” would be read in exponentially many ways. */
const SOUNDS = `(?:${SOUND}[\\s,.!]+){0,6}`;
const NOS = `(?:${NO}[\\s,.!]+)`;
/** “Training was not my question”, “that has nothing to do with what I asked”, “that's this call again, isn't it”. */
const MISSED = [
  "(?:[\\w'-]+ ){1,4}(?:was|is|were)(?: not|n['’]?t) (?:my|the) question",
  'that (?:has|had) nothing to do with (?:it|that|what i asked|my question)',
  "that(?:['’]s| is) (?:a non-answer|no answer|this call again|not an answer)(?:[\\s,]+is(?: it not|n['’]t it))?",
  "that (?:did not|didn['’]t|does not|doesn['’]t) answer (?:it|that|my question)",
  "you (?:did not|didn['’]t|have not|haven['’]t) answer(?:ed)? (?:it|that|my question|the (?:first|second) (?:part|one|question))",
  // “You told me that about the price already. What I am asking is …”
  "you(?:['’]ve| have)?(?: already| just)? (?:said|told (?:me|us)) (?:that|this)(?: about (?:\\w+ ){1,3}?\\w+)?(?: already| before| twice| now)?",
  "you(?:['’]re| are)? (?:just )?(?:say|said|saying|tell me|giving me) (?:the )?same (?:thing|answer)(?: again)?",
  "that(?:['’]s| is) (?:just |only )?(?:marketing|brochure|sales)(?: talk| speak| pitch)?(?:[\\s,]+is(?: it not|n['’]t it))?",
  'you keep (?:saying|repeating|telling me|giving me) (?:that|this|it|the same(?: (?:thing|sentence|answer))?)',
].join('|');
/** What they ask, said in so many words: needed where no mark ends what was missed. */
const ASKED =
  "i(?:['’]m| am| was)? (?:just |only )?(?:asking|asked|ask)(?: you)?(?: (?:something )?different(?:ly)?)?(?: about| if| whether| for| to)?";
/** What leads up to what was meant. */
const REPHRASES = [
  'let me (?:rephrase|try again|ask (?:it |that )?again)',
  '(?:the|my) question (?:is|was)',
  'i (?:mean|meant)',
  "what i(?:['’]m| am)? (?:asking|asked|mean|meant|want to know)(?: is| was)?",
  ASKED,
].join('|');
const CORRECTS = [
  new RegExp(
    `^${SOUNDS}(?:(?:with respect|i['’]m sorry|i am sorry)[\\s,]+(?:but )?)?(?:${MISSED})[.!?,]+\\s+(?:(?:${REPHRASES}|${SOUND})[\\s.,:!]+){0,6}(?<meant>\\S+ \\S.*)$`,
    'is',
  ),
  new RegExp(
    `^${SOUNDS}(?:${MISSED})[\\s.,!]+(?:but |and |so )?${ASKED}[\\s.,:]+(?<meant>\\S+ \\S.*|\\S{4,} me)$`,
    'is',
  ),
  new RegExp(
    `^${SOUNDS}${NOS}{1,3}${SOUNDS}${NOS}{0,3}(?:${DENIES}[\\s,.!]+)?(?:but )?${MEANS}[\\s,]+(?<meant>.+)$`,
    'is',
  ),
  new RegExp(
    `^${SOUNDS}${NOS}{0,3}${DENIES}[\\s,.!]+${SOUNDS}(?:but )?(?:${MEANS}[\\s,]+)?(?<meant>.+)$`,
    'is',
  ),
  new RegExp(`^${SOUNDS}${NOS}{0,3}i meant[\\s,]+(?<meant>.+)$`, 'is'),
  // “No, the mood tracker I mean.”
  new RegExp(
    `^${SOUNDS}${NOS}{0,3}(?<meant>(?:(?:just|only|for|in|the|your|our|my) ){0,3}[\\w'-]+(?: [\\w'-]+)?),? i (?:mean|meant)[.!]?$`,
    'is',
  ),
  new RegExp(
    `^(?:yes |no )?${SOUNDS}i (?:just |only |already )?ask(?:ed)?(?: you)?(?: (?:about|if|whether|something|for))?[\\s,.!]+(?<meant>.+)$`,
    'is',
  ),
  new RegExp(
    `^${SOUNDS}${NOS}{1,3}.{0,80}?\\b(?:i|we) (?:meant|asked|wanted to (?:ask|know)|was (?:only |just |really )?(?:asking|talking))(?: you)?(?: about| if| whether)?[\\s,]+(?<meant>.+)$`,
    'is',
  ),
  /^(?:no|sorry|nope)[\s,.!]+not (?:\w+ ){0,2}\w+[.,!]\s+(?<meant>\S+ \S+ \S.*)$/is,
  // “No wait, not the tutor, the other one, Prompt Hero.”
  /^(?:(?:no|sorry|nope|wait|actually|um|uh)[\s,.!]+){1,3}not (?:this|that|the|your|my|an?) ?\w+[\s,.!]+(?:the other one[\s,.!]+)?(?<meant>\S.+)$/is,
  new RegExp(
    `^${SOUNDS}not (?:\\w+ ){0,2}\\w+[\\s,.!]+i (?:said|meant|mean)[\\s,]+(?<meant>.+)$`,
    'is',
  ),
  // “I was asking about the tutor, not the voice agent.”
  new RegExp(
    `^${SOUNDS}i(?:['’]m| am| was) (?:only |just |really )?(?:asking|talking) about[\\s,]+(?<meant>(?:[\\w'-]+ ){0,5}[\\w'-]+)[\\s,.!]+not (?:the |an? |this |your )?\\w+(?: \\w+)?[.!]?$`,
    'is',
  ),
  // “I said memory, not processors. Do you have a number?”
  new RegExp(
    `^${SOUNDS}i said[\\s,]+(?<meant>(?:[\\w'-]+ ){0,3}[\\w'-]+)[\\s,.!]+not (?:the |an? )?\\w+(?<rest>.*)$`,
    'is',
  ),
];

const ONLY_NOT =
  /^(?:(?:no|sorry|nope)[\s,.!]+)*not (?:this|that|the|your|my|an?) (?:\w+ ?){1,3}[.!]?$/i;

/** Null: nothing is put right. */
export function readCorrection(turn: string): Correction | null {
  for (const pattern of CORRECTS) {
    const { meant = '', rest = '' } = pattern.exec(turn.trim())?.groups ?? {};
    if (meant.trim() !== '') return { meant: lastMeant(`${meant}${rest}`.trim()) };
  }
  return ONLY_NOT.test(turn.trim()) ? { meant: '' } : null;
}

/** Whoever says twice what they mean, means the last; what they do not mean may stand behind it. */
function lastMeant(text: string): string {
  const [, last = text] =
    /^.+\b(?:i|we) (?:mean|meant|asked)(?: about)?\s+(.{4,})$/is.exec(text) ?? [];
  return last.replace(/\s+not (?:me|you|this(?: call)?|that|the \w+|an? \w+)$/i, '');
}
