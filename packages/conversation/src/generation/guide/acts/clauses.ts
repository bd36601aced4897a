import { plainWords } from './plain-words.ts';

/** A part of a turn that says one thing. */
export interface Clause {
  /** As it was said. */
  readonly said: string;
  /** In plain words, without the sounds and greetings around it; empty where it was nothing else. */
  readonly plain: string;
  /** Where it begins in the turn. */
  readonly start: number;
}

/** Behind these a sentence about oneself only goes on: "what I am", "because we have". */
const BOUND =
  'that|what|who|how|when|where|why|if|as|while|before|after|until|till|unless|once|than|which|whether|think|guess|know|said|say|says|do|does|did|can|could|would|should|will|am|are|is|have|has|because|the|a|an|my|our|your|his|her|for|of|to|in|on|at|by|with|about|or|not|also|me|us';
/** “What does it actually do with them” is not cut there; “actually do you have …” is. */
const ACTS =
  'actually (?:do|did|have|has) (?!(?:i|we|you|they|it|he|she|the|your|my|our|any\\w*|people|students|teachers|kids|children|parents)\\b)';
const ABOUT_ONESELF =
  "i'?m|i am|i'?ve|i have|we'?re a|we are|we'?ve|we have|(?:i|we) (?:teach|work|run|look|build|make|do|sell|research|study|saw|heard|just|was|were)|my name|my (?:teacher|head|boss|school|son|daughter|kids?|child|mum|mom|dad|husband|wife|grandson|granddaughter|department|english|principal|class|students|pupils) (?:is|are|has|have|said|says|asked|told|wants?|thinks?|goes|go|just|was|and|got|made|he|she)";
const ASKING = [
  "(?:what|how|who|where|when|which|why)(?:'?s|'d| is| are| do| does| did| can| could| would| should| will| about| if| much| many| long| old)",
  'who (?:sees|looks|gets|has|pays|decides|makes|made|gives|reads|owns|runs|finds|knows|hears|checks|else|exactly)',
  'what (?:happens|made|makes|else|kind|sort|ages?|time|exactly)',
  "(?:can|could|do|does|did|is|are|will|would|should|must|shall|have|has)(?:n'?t| not)? (?:i|we|you|they|it|he|she|there|this|that|the|my|our|your|some\\w*|any\\w*|every\\w*|people|students|teachers|kids|children|parents)",
  '(?:can|could|will|would|should) (?:a|an|any|one of)',
].join('|');
/** At marks, joining words, and words that begin a question or speak of oneself: recognisers write few marks. */
const BOUNDARY = new RegExp(
  `[.!?;,]+\\s+|(?<!(?<!\\b(?:to|how (?:much|long|old|big)|what|where|when) )\\b(?:do|does|did|can|could|will|would|should|is|are) (?:i|we|you|they|it|he|she)|\\b(?:this|that|it) (?:would|could|can|will|does)(?=\\s+actually\\b))\\s+(?!${ACTS})(?=(?:and|or|so|but|cos|cause|because|anyway|actually)\\s+(?:i|we|my|our|can|could|do|does|did|is|are|will|would|should|must|shall|has|have|what|how|who|where|when|which|why|tell|please|give me|give us|show me)\\b)|(?<!\\b(?:${BOUND}))\\s+(?=(?:${ABOUT_ONESELF})\\b)|(?<!\\b(?:and|so|but|know|wonder|wondering|see|me|us|sure|or|to|not|there|cannot|never|decides?|me about|i|we|you|they|it|that|this|not|what|how|who|where|when|which|why|whose|much|many|long|often|far|soon|old|big|time|kind|sort|thing|problem|trouble|issue|point|fact|truth|catch|trick|idea|reason))\\s+(?=(?:${ASKING})\\b)`,
  'giu',
);
export const GREETING =
  '(?:hi|hiya|hello|hey|hallo)(?: there)?|good (?:morning|afternoon|evening|day)';
/** Sounds and greetings at the beginning of what the caller says. */
const OPENING = new RegExp(
  `^(?:(?:um+|uh+|uhm|er+m?|hm+|mm+|oh|ah|well|so|ok|okay|right|yes|yeah|yep|yo|look|listen|please|kindly|and|but|now|just|like|actually|basically|anyway|cos|cause|because|again|dear|sorry|${GREETING}|nice to meet you|ember|everyone|everybody|haha|lol|thing is|to be honest|i mean)(?: |$))+`,
);
const CLOSING = /(?: (?:um+|uh+|so|then|yeah|you know|right|okay|ok|haha|and|but))+$/;

/** A clause ends at a mark, and does not go on. */
export const ENDS_AT_MARK = /[.,;:?!]$/;

/** What a turn consists of, however few marks it has. */
export function toSpokenClauses(turn: string): Clause[] {
  const clauses: Clause[] = [];
  let start = 0;
  const take = (end: number): void => {
    const said = turn.slice(start, end).trim();
    if (said !== '') clauses.push({ said, plain: bare(said), start });
  };
  for (const boundary of turn.matchAll(BOUNDARY)) {
    take(boundary.index + boundary[0].trimEnd().length);
    start = boundary.index + boundary[0].length;
  }
  take(turn.length);
  return clauses;
}

function bare(said: string): string {
  return plainWords(said).replace(OPENING, '').replace(CLOSING, '').trim();
}
