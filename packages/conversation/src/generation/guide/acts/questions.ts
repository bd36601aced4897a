import { contentOf } from '../../../retrieval/language/words.ts';
import { clauseAsks } from './asks.ts';
import { type Clause, ENDS_AT_MARK, toSpokenClauses } from './clauses.ts';
import { ASKING_VERBS, goesOnAsking, SENTENCE_END } from './fragment.ts';
import { continuesStatement, isStatement } from './statement.ts';
import { isTag } from './tag.ts';
import { takesUp } from './takes-up.ts';

/** One of the questions of a turn. */
export interface Question {
  /** As it was asked. */
  readonly text: string;
  /** What was said just before it and asks nothing. */
  readonly lead: string;
  /** Of a question in two halves both, as each may ask for something else: “… or is there a number that I can call”. */
  readonly halves?: readonly [string, string];
  /** Under which it is asked: “if he pastes his essay, does it polish it”. */
  readonly condition?: string;
  /** It may only say the one before in other words: “what does it need, what kind of box is it”. */
  readonly mayRepeat?: true;
}

/** "Would that, I mean, does that include the tutor": begun anew. */
const BROKEN_OFF = new RegExp(
  `^(?:(?:and|but|so) )*(?:${ASKING_VERBS}) (?:i|we|you|it|that|this|they|he|she)$`,
);
/** "… or does it all come as one package": the other half of the question before. */
const OTHER_HALF = /^(?:or|and if so)\b/i;
const AUXILIARIES = `${ASKING_VERBS}|am`;
/** "How many schools | are you in": the first part asks nothing by itself. */
const HALF = new RegExp(
  `(?:^|\\s)(?:(?:how|what|which|whose)(?:\\s(?!(?:${AUXILIARIES}|it|they|we|i|you|he|she|this|that)\\b)[^\\s.?!,]+){1,2}|when|where|why|who)$`,
  'i',
);
const AUXILIARY = new RegExp(`^(?:${AUXILIARIES})(?:n'?t)?\\s`, 'i');
const MAX_HALF = 9;
/** Also where a recogniser set no mark: "has anyone tested it". */
const TURNED =
  /^(?:(?:and|but|so|also) )*(?:has|have|had|did|was|were|should|must|shall|am|would|could) (?:i|we|you|they|it|he|she|there|this|that|the|my|our|your|any\w*|some\w*|people|students|teachers|kids|children|parents)\b/;
/** “Have blind people tested it”; not “have used it for years”. */
const TURNED_PERFECT =
  /^(?:(?:and|but|so|also) )*(?:have|has) (?!\w+ed\b)(?:[\w']+ ){1,3}?(?:\w+ed|been|had|got|seen|tried|taken|given|gone|done|made|said)\b/;
/** “… would he think it is real, do you suppose”, “… does that work”. */
const TAG_ALONE =
  /^(?:and |so )?(?:(?:do|would|don't) you (?:suppose|think|reckon|say)|(?:does|would|will|is) (?:that|this) (?:work|possible|right|correct|all right|fine|ok|okay)|(?:is|was) (?:that|this)|is not that (?:honest|nice|lovely|kind|clever|something))$/;
/** “We would like to begin with two classes, is that possible” asks for what was said before it. */
const ASKS_LEAVE =
  /^(?:and |so )?(?:(?:is|would|will) (?:that|this|it) (?:be )?(?:possible|allowed|doable|okay|ok|all right|fine|true|enough)|(?:does|would|will|could) (?:that|this) work)$/;
const GOES_ON_SAYING = /^(?:with|for|in|at|on|from|by|to|of|without|until|over)\b/i;
/** "I have two questions", "so what I need to know is"; not "does it ask them questions". */
const PREFACE =
  /^(?:(?:so|and|but|now|well) )*(?:what |all )?(?:i|we|my|our|there|one|just|two|three|a|give|the)\b.*\b(?:questions?|things?|quick ones?|to know(?: is)?|to ask(?: you)?|after is|wondering|question is|want(?:ed)? is|(?:mean|meant|asked|asking) (?:is|was)|straight)$/;
const MAX_PREFACE = 10;
/** “Before anything else, can I ask, am I talking to a machine”; “a kid keeps saying, just tell me”. */
const NO_OBJECT =
  /^(?:(?:so|and|but|now|well|before (?:anything|everything) else|first(?: of all)?|just) )*(?:(?:can|could|may|might) i (?:just |quickly )?ask(?: you)?(?: something| a question| one thing| this)?|(?:just )?(?:tell|show|give) me(?: the answers?| it)?|is it (?:all ?right|ok|okay|fine) if i (?:just )?ask(?: you)?(?: something| a question)?)$/;
/** “If we are stuck, is there help”: the condition of what is asked behind it. */
const IF =
  /^(?:(?:so|and|but|okay|ok|um|uh|well|because|like|then) )*(?:(?:if|suppose|supposing|imagine|say)\b|(?:when|once|after|as soon as|the moment|before) (?!(?:is|are|was|were|do|does|did|can|could|will|would|should|must|has|have|had|about|if|exactly|else)\b)(?:i|we|you|they|it|he|she|a|an|the|my|our|your|their|one|some\w*|any\w*|this|that|these|those|people|kids|children|students|pupils|teachers|parents)\b)/i;
/** "I cannot tell what is school": who says so asks nothing yet. */
const NOT_KNOWN =
  /\b(?:can'?t|cannot|can not|don'?t|do not|doesn'?t|didn'?t) (?:tell|know|say|remember)$/i;
const AND_WHAT =
  /^(?:and|or) (?:what|who|where|how|which|when|why)(?! (?:is it|are they|do|does|did|can|could|will|would)\b)/i;
/** "… the school sent a paper, um I want to know is it safe". */
const WISHES =
  "(?:and |so |but |um+ |uh+ |just )*(?:(?:i|we)(?:'d| would| just| really)* (?:want|wanted|need|needed|like|love) to (?:know|ask|hear|find out|understand)|(?:i'?m|i am|i was|we were|we're|we are) (?:just )?wondering|(?:could|can|would) you (?:please )?(?:tell|explain to) (?:me|us)|can i ask)";
const FURTHER = new RegExp(
  [
    `(?<=\\S+\\s+\\S+\\s+\\S+)(?<!\\b(?:and|so|but|um+|uh+|just|what|when|all|if|how \\w+))\\s+(?=${WISHES}\\b)`,
    // “… and also who you are”, “and then tell me …”.
    `\\s+(?=and (?:also (?:who|what|how|where|when|why|which|${AUXILIARIES})|then (?:tell|explain|say)) )`,
    // “… and if I can see what they did”, “and also if we do that, does it …”.
    '\\s+(?=and (?:also )?(?:if|whether) )',
    // “first is it safe and second can I …”
    `\\s+(?=(?:and )?(?:first|second|third)(?:ly)?[\\s,]+(?:how|what|who|when|where|why|which|if|whether|is|are|do|does|can|could|will|would)\\s)`,
  ].join('|'),
  'iu',
);
const COUNTED = /^((?:so |and |but )*)(?:first|second|third)(?:ly)?(?:[\s,]+|$)/i;

/** How a question begins that is asked beside the one before it. */
export const ONE_MORE = /^(?:(?:so|but|um|uh|okay)[\s,]+)*(?:and|also|plus|then|or)\b/i;

/** What already belongs to the next one. */
const TAIL = /(?:[\s,]+(?:and|also|so|but|first|second|third|then))+[\s,]*$/i;

/**
 * “Suppose there is a breach, how quickly would you tell us”, “if a child writes that, who is told”: the question says
 * nothing without it.
 */
const CONDITION =
  /^(?:(?:so|and|but|okay|ok|um|uh|well) )*(?:suppose|supposing|imagine|(?:if|when) (?:an?|any|some|one of|my|our|the) (?:\w+ ){0,2}(?:child|kid|student|pupil|teacher|boy|girl|son|daughter|parent)s?)\b/i;

/**
 * The questions of a turn, in order; what is only said leads up to the one after it.
 *
 * @param lastReply what the turn may take up before it asks: “A score? So is it a game?”
 */
export function toQuestions(turn: string, lastReply: string | null = null): Question[] {
  const parts: Part[] = [];
  for (const [place, text] of turn.split(FURTHER).entries())
    parts.push(...joinHalves(text, place, parts.at(-1)));
  const lastAsking = parts.findLastIndex(({ asks }) => asks);
  const questions: Question[] = [];
  const areOwn: boolean[] = [];
  let lead = '';
  let supposed = '';
  let condition: string | null = null;
  for (const [place, { said, asks, isApart }] of parts.entries()) {
    const last = questions.at(-1);
    if (last !== undefined && lead === '' && OTHER_HALF.test(said)) {
      const joined = { ...last, text: `${last.text} ${said}` };
      const other = said.replace(OTHER_HALF, '').trim();
      questions[questions.length - 1] = asks ? { ...joined, halves: [last.text, other] } : joined;
    } else if (
      asks &&
      !isCondition(parts, place) &&
      (place === lastAsking || !takesUp(said, lastReply))
    ) {
      const text = said.replace(COUNTED, '$1').replace(TAIL, '');
      const asked = { text: `${supposed} ${text}`.trim(), lead };
      questions.push(condition === null ? asked : { ...asked, condition });
      areOwn.push(isApart || ONE_MORE.test(text));
      lead = '';
      supposed = '';
      condition = null;
    } else if (CONDITION.test(said)) supposed = said;
    else if (isCondition(parts, place)) condition = said;
    else lead = said;
  }
  const followsComma = (at: number): boolean =>
    questions[at]?.lead === '' && questions[at - 1]?.text.endsWith(',') === true;
  return questions.map(sayWhatOf).map((question, at) => {
    // In a list, whose last one begins with “and”, each is a question of its own.
    const isListed = followsComma(at + 1) && areOwn[at + 1] === true;
    const mayRepeat = followsComma(at) && areOwn[at] !== true && !isListed;
    return mayRepeat ? { ...question, mayRepeat } : question;
  });
}

/** Whether a part only says when what is asked right behind it would be so. */
function isCondition(parts: readonly Part[], place: number): boolean {
  const [part, next] = [parts[place], parts[place + 1]];
  if (part === undefined || next === undefined || !IF.test(part.said)) return false;
  // “… and if I can see that” asks.
  const mayAsk = ONE_MORE.test(part.said) && !part.said.endsWith(',');
  if (SENTENCE_END.test(part.said) || mayAsk) return false;
  return next.asks && !IF.test(next.said) && !ONE_MORE.test(next.said);
}

/** “Somebody mentioned you have a mood check-in thing, can you tell me a bit about that” */
const OF_THAT =
  /^(?:(?:and|so|but|um|uh|please) )*(?:(?:can|could|would) you )?(?:please )?(?:tell me|explain|say)(?: us)?(?: a (?:bit|little)| something| more| a bit more)* (?:about )?(?:that|it|this)(?: please)?[.?!\s]*$/i;
const HAS_NAMED =
  /^.*\b(?:you(?:['’]ve)?(?: have| got| do| offer| sell| make)+|there(?:['’]s| is| are)|about|called|mentioned|named)(?: (?:like|this|these|a|an|the|some|sort of|kind of|that))* (?<named>\S.{2,60}?)[\s,.;]*$/is;

/** What is asked of “that” is asked of what was named just before it. */
function sayWhatOf(question: Question): Question {
  const named = HAS_NAMED.exec(question.lead)?.groups?.named;
  if (named === undefined || !OF_THAT.test(question.text)) return question;
  return { ...question, text: `tell me about the ${named}`, lead: '' };
}

interface Part {
  readonly said: string;
  readonly asks: boolean;
  /** The caller says that they do not know it. */
  readonly isNotKnown: boolean;
  /** It begins what is set apart from what was said before: “second, can I try it”. */
  readonly isApart: boolean;
}

/** @param earlier the last part of what stands before the text */
function joinHalves(text: string, place: number, earlier: Part | undefined): Part[] {
  const parts: Part[] = [];
  for (const clause of toSpokenClauses(text)) {
    const { said, plain } = clause;
    const before = parts.at(-1);
    if (ASKS_LEAVE.test(plain) && before !== undefined && askFor(parts, before)) continue;
    const asksNothing = TAG_ALONE.test(plain) || (isTag(plain) && !isHalf(before?.said ?? ''));
    if (plain === '' || asksNothing || said.replace(COUNTED, '') === '') continue;
    if (said.endsWith(',') && BROKEN_OFF.test(plain)) continue;
    const isRest =
      before !== undefined &&
      (isHalf(before.said)
        ? AUXILIARY.test(said)
        : before.asks && goesOnAsking(before.said, clause));
    if (isRest) {
      parts[parts.length - 1] = { ...before, said: `${before.said} ${said}`, asks: true };
      continue;
    }
    if (before !== undefined && continuesStatement(clause, before)) {
      parts[parts.length - 1] = { ...before, said: `${before.said} ${said}` };
      continue;
    }
    const isMore =
      before?.isNotKnown === true && !ENDS_AT_MARK.test(before.said) && AND_WHAT.test(said);
    const isNotKnown = NOT_KNOWN.test(before?.said ?? '') || isMore;
    const asks = !isNotKnown && asksHere(clause);
    parts.push({ said, asks, isNotKnown, isApart: place > 0 && before === undefined });
  }
  // What stands apart here is a question itself, or the condition of the one behind it.
  const [first, ...rest] = parts;
  const isQuestion = place > 0 && !rest.some(({ asks }) => asks);
  if (first !== undefined && earlier !== undefined && isStatement(first.said, earlier))
    return [{ ...first, asks: false }, ...rest];
  return first === undefined || !isQuestion ? parts : [{ ...first, asks: true }, ...rest];
}

/** What was only said becomes what is asked; false: the part before asks already, or is too little to ask. */
function askFor(parts: Part[], before: Part): boolean {
  if (before.asks || contentOf(before.said).size === 0) return false;
  const earlier = parts.at(-2);
  const isWhole = earlier === undefined || !GOES_ON_SAYING.test(before.said);
  const said = isWhole ? before.said : `${earlier.said} ${before.said}`;
  parts.splice(isWhole ? -1 : -2, 2, { ...before, said, asks: true });
  return true;
}

function isHalf(said: string): boolean {
  return said.split(/\s+/u).length <= MAX_HALF && HALF.test(said);
}

function asksHere(clause: Clause): boolean {
  const { plain } = clause;
  if (plain.split(' ').length <= MAX_PREFACE && PREFACE.test(plain)) return false;
  if (NO_OBJECT.test(plain)) return false;
  return TURNED.test(plain) || TURNED_PERFECT.test(plain) || clauseAsks(clause);
}
