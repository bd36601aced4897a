import { normalise, toWords } from '../language/words.ts';

const OPENING =
  /^(?:(?:hi|hello|hey|hiya|yo|okay|ok|alright|all right|right|so|well|um|uh|uhm|oh|ah|yes|yeah|yep|no|nope|sure|great|thanks|thank you|please|and|but|now|cool|nice|wow|interesting|awesome|perfect|excellent|understood|i see|got it|very good|good)(?:[\s,.!?;:-]+|$))+/i;
const ASIDE =
  /\b(?:i was wondering(?: if)?|i(?: would|'d) like to know(?: about)?|(?:what )?(?:i|we) (?:(?:just|really|also) )*(?:want|need) to (?:know|ask)(?: is)?(?: about)?|(?:can|could|would) you (?:please )?tell me(?: about)?|(?:can|could|would) you (?:please )?(?=explain|describe)|(?<!\bwhat )do you know|my question is|i mean|(?<!\bdo )you know)\b/gi;
const ASKS = 'how|what|who|when|where|why|which|is|are|do|does|can|could|will|would';
/** “Are you there also when it is night” is one question. */
const ALSO_WHERE =
  'also (?:when|where|who|which|what|how) (?!is|are|do|does|did|can|could|will|would)';
const JOINT = new RegExp(
  `,?\\s+(?!${ALSO_WHERE})(?:and(?: also)?|also|plus)\\s+(?=(?:${ASKS})\\b)`,
  'i',
);
const ASKING = new RegExp(`^(?:${ASKS}|tell|explain|describe)\\b`, 'i');

/** "First, is it safe, and second, what does it cost". */
const ORDINAL =
  '(?:first(?:ly| of all)?|second(?:ly)?|third(?:ly)?|(?:number|question) (?:one|two|three))';
const LEADING = /^(?:(?:and|but|so|because|or|also)\s+)+/i;
/** "… and if I can see that", but not "if I changed my mind". */
const INDIRECT =
  /^(?:whether\b|if (?:i|we|they|you|it|he|she|there) (?:can|could|is|are|would|will|do|does)\b)/i;

/** An utterance without its opening and asides: "Okay, so I was wondering, is it safe?" is "is it safe?". */
export function withoutOpening(utterance: string): string {
  const rest = utterance.trim().replace(OPENING, '').replace(ASIDE, ' ').trim();
  // "Thanks a lot" and "okay, and you?" are nothing but an opening.
  return toWords(rest).some((word) => word.role !== 'stop') ? rest : utterance.trim();
}

/**
 * The questions of one turn, in order. What is only said leads up to the question after it:
 * "I teach math. Can it help me?" is one.
 */
export function toSegments(turn: string): string[] {
  const segments: string[] = [];
  let lead = '';
  for (const sentence of toStatements(turn)) {
    const parts = sentence.split(JOINT).map((part) => part.trim());
    for (const [index, part] of parts.entries()) {
      if (normalise(part) === '') continue;
      const last = index === parts.length - 1;
      if (!last || /\?$/.test(sentence) || ASKING.test(withoutOpening(part))) {
        segments.push(`${lead} ${part}`.trim());
        lead = '';
      } else {
        lead = `${lead} ${part}`.trim();
      }
    }
  }
  if (lead !== '') segments.push(lead);
  return segments;
}

/** Whether a clause asks, as far as its mark and its first words tell. */
export function asksSomething(clause: string): boolean {
  const plain = withoutOpening(clause.trim().replace(LEADING, ''));
  return /\?\s*$/.test(clause) || ASKING.test(plain) || INDIRECT.test(plain);
}

const ASKING_ANYWHERE =
  /\?|\b(?:how|what|who|when|where|why|which|whether)\b|\b(?:is|are|do|does|did|can|could|will|would|should) (?:i|we|you|they|it|he|she|there|this|that|the|my|our|your|parents|students|teachers|pupils|kids|children|people)\b|\b(?:do|does|did|can|could|will|would|should) (?:an?|any\w*|some\w*|every\w*|one of|his|her|their|staff|schools|families)\b|\bhave you\b|\bhas (?:anyone|it been)\b|\btell me\b/i;
/** Fewer words are a question cut short: "the cost", "and for parents". */
const MAX_ELLIPTIC = 4;

/** Whether a turn asks at all. A recogniser sets no marks that can be relied on. */
export function asksAnywhere(turn: string): boolean {
  return ASKING_ANYWHERE.test(turn) || normalise(turn).split(' ').length <= MAX_ELLIPTIC;
}

/** The sentences of a turn, each on its own. */
export function toStatements(turn: string): string[] {
  return turn.split(/(?<=[.?!])\s+/u).filter((sentence) => normalise(sentence) !== '');
}

/** Words from which a turn is read clause by clause. */
const LONG_TURN = 16;
/** Fewer belong to what comes before. */
const SHORT_CLAUSE = 4;
/** A question inside a sentence: "… and how do I get it back", "… and if I can see that". */
const COUNTED = `${ORDINAL}[\\s,]+(?=(?:how|what|who|when|where|why|which|if|whether|(?:is|are|do|does|can|could|will|would) (?:i|we|you|they|it|he|she|there|this|that|the|my|our|your|any\\w*))\\b)`;
const INNER = new RegExp(
  [
    `\\s+(?=(?:and )?${COUNTED})`,
    '(?<=[,;.?!])\\s+',
    '\\s+(?=(?:and|but|so|because|or)\\s)',
    `\\s+(?=(?:how|what|who|where|when|which|why|whether|if|is there|are there|is it|do you|does it|(?:can|could) (?:i|we|they|it))\\s)`,
  ].join('|'),
  'giu',
);

const NUMBERED = new RegExp(`^(?:(?:so|and|but) )*${COUNTED}`, 'i');

/** Whether so much is said that a question is seldom the whole of it. */
export function isLongTurn(turn: string): boolean {
  return turn.split(/\s+/u).length >= LONG_TURN;
}

/**
 * The clauses of a long turn, in order: a question is seldom the whole of what someone says in one breath. Empty for
 * a short one.
 */
export function toClauses(turn: string): string[] {
  if (!isLongTurn(turn)) return [];
  const clauses: string[] = [];
  for (const part of turn.split(INNER).filter((text) => normalise(text) !== '')) {
    const last = clauses.at(-1);
    if (last !== undefined && last.split(/\s+/u).length < SHORT_CLAUSE)
      clauses[clauses.length - 1] = `${last} ${part}`;
    else clauses.push(part);
  }
  return clauses.map((clause) => clause.replace(NUMBERED, ''));
}
