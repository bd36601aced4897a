import type { KnowledgeEntry } from '../../../retrieval/entries/knowledge-schema.ts';
import { hasSubject, normalise, toWords } from '../../../retrieval/language/words.ts';
import { clauseAsks } from '../acts/asks.ts';
import { findAudience } from '../acts/audience.ts';
import { toSpokenClauses } from '../acts/clauses.ts';
import { readCourtesy } from '../acts/courtesy.ts';
import { toPlace, withoutChoosing } from '../acts/place.ts';

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
/** “Sure?” doubts what was said, and takes nothing up. */
const DOUBTS_SHORTLY = /^(?:sure|certainly|absolutely|definitely|correct|exactly|right)\s*\?+$/i;
const BOTH =
  /^(?:both|(?:the )?first (?:one )?and (?:the )?second(?: one)?(?: also| too| please)?|(?:the|all) two|all|either)(?: (?:one|of|the|these|those|them|two|please|really|actually|it|i|guess|think|suppose))*$/;
const NEITHER =
  /^(?:neither|none|not (?:that|those|these|either|any))(?: (?:one|of|the|these|those|them|two|really|actually|sorry|thanks|thank|you))*$/;

/** Whether a whole turn says that both or none of two are meant. */
export function toChoiceOfTwo(turn: string): 'both' | 'neither' | null {
  const chosen = withoutChoosing(normalise(turn));
  if (BOTH.test(chosen)) return 'both';
  return NEITHER.test(chosen) ? 'neither' : null;
}

/** Whether a whole turn is only an answer to an offer, and which. */
export function toShortAnswer(turn: string): ShortAnswer | null {
  const plain = normalise(turn);
  if (DOUBTS_SHORTLY.test(turn.trim())) return null;
  if (NO.test(plain)) return 'no';
  const place = toPlace(withoutChoosing(plain), 2);
  if (place !== null) return place === 0 ? 'first' : 'second';
  const words = plain.split(' ');
  return YES_HEADS.test(plain) && words.every((word) => YES.has(word)) ? 'yes' : null;
}

const SETTLES =
  /^(?:(?:um|uh|well|oh|hm)[\s,.]+)*(?:half of it|(?:yes|no|yeah|nope|not (?:really|quite))(?: (?:thanks?|thank you|lovely|sure))?|(?:(?:no|yes) )?it (?:does|did|was|is)(?: not|n'?t)?(?: a bit)?(?: yes)?(?: thanks?)?|partly|(?:kind|sort) of)[\s,.!]+(?:(?:but|so|and)\s+)?(?=\S+ \S+)/i;

/** What is asked behind the answer to whether something was meant: “half of it, what about selling”. */
export function withoutSettling(turn: string): string {
  return turn.replace(SETTLES, '');
}

/** Of an offer that is taken up in more words: “yes, how do I book”, “go on then, tell me”. */
const TAKING = new Set(
  `um uh oh well then now and so go on tell me us show how to do does i it that this one a an the about want would know
  hear more explain why not you said say says offered just thing mate dear thanks thank really lovely cool some my of
  for with again quickly quick first`
    .split(/\s+/)
    .filter(Boolean),
);
const AGREES =
  /\b(?:yes|yeah|yep|yup|sure|ok|okay|please|go on|go ahead|alright|of course|tell me|show me|why not|i would|i do)\b/;
/** Clear enough, whatever else is told: “yeah go ahead but keep it short, I have a meeting”. */
const TAKES_UP =
  /\b(?:(?:yes|yeah|yep|sure|ok|okay|alright)(?: yes| please| okay)* (?:go (?:on|ahead|for it)|tell me|please do|do that)|(?:go on|go ahead) then|yes please)\b/;
const MAX_TAKING_WORDS = 13;

/** Whether a turn takes up what was offered, and asks nothing else. */
export function acceptsOffer(turn: string, offered: KnowledgeEntry): boolean {
  const plain = normalise(turn);
  if (plain === '' || NO_HEAD.test(plain)) return false;
  if (TAKES_UP.test(plain) && !turn.includes('?')) return true;
  const names = subjectsOf(`${offered.label ?? ''} ${offered.questions[0] ?? ''}`);
  const words = toWords(plain);
  // “Yeah sure, for teachers, but keep it short, I am taking notes.”
  const isForThem = offered.audience !== undefined && findAudience(plain) === offered.audience;
  const isShort = words.length <= MAX_TAKING_WORDS;
  if (YES_HEADS.test(plain) && isShort && (isForThem || isNamedIn(turn, offered.label ?? '')))
    return true;
  const isNamed = words.some(({ concept }) => names.has(concept));
  // “Yes, other staff, like me, the nurse.”
  if (YES_HEADS.test(plain) && isShort && isNamed && !toSpokenClauses(turn).some(clauseAsks))
    return true;
  return (
    isShort &&
    (isNamed || AGREES.test(plain)) &&
    words.every(({ raw, concept }) => YES.has(raw) || TAKING.has(raw) || names.has(concept))
  );
}

export const NO_HEAD = /^(?:(?:um|uh|oh|well|hm|okay|ok) )*(?:no|nope|nah|not)\b/;

/** Whether a turn refuses what was offered, whatever else it tells. */
export function refusesOffer(turn: string): boolean {
  return NO_HEAD.test(normalise(turn)) && readCourtesy(turn)?.courtesy === 'statement';
}

function subjectsOf(text: string): ReadonlySet<string> {
  return new Set(toWords(text).flatMap((word) => (hasSubject(word) ? [word.concept] : [])));
}

/** Whether a turn names a subject in full. */
export function isNamedIn(turn: string, label: string): boolean {
  const said = new Set(toWords(turn).map(({ concept }) => concept));
  const name = subjectsOf(label);
  return name.size > 0 && [...name].every((concept) => said.has(concept));
}
