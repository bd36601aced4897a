import type { Knowledge } from '../../../retrieval/entries/knowledge-schema.ts';
import { asksAnywhere, asksSomething } from '../../../retrieval/language/segments.ts';
import { clauseAsks, impliedQuestion } from '../acts/asks.ts';
import { toSpokenClauses } from '../acts/clauses.ts';
import { type Courtesy, readCourtesy, type Sociable } from '../acts/courtesy.ts';
import { type Introduction, readIntroduction } from '../acts/introduction.ts';
import { blamesRepetition } from '../acts/repetition.ts';
import { voicesWorry } from '../acts/worry.ts';
import type { History } from './history.ts';
import * as phrases from './phrases.ts';
import { contentCount } from './readings.ts';
import { isAnswer, pickOne, type Reply, sayOneOf } from './reply.ts';

export interface ReactorOptions {
  readonly knowledge: Knowledge;
  readonly asksFact: (turn: string, history: History) => boolean;
  /** Whether a fact answers it, or probably does. */
  readonly comesNear: (turn: string, history: History) => boolean;
}

/** What is said to people who tell something, and ask nothing. */
export interface Reactor {
  /** Null: the turn asks something, as far as is known before it is looked up. */
  react(turn: string, history: History): Reply | null;
  /** To what nothing was found for; null: it was a question all the same. */
  reactToStatement(turn: string, history: History): Reply | null;
  /** Puts a greeting before the answer when the caller has also introduced themselves. */
  greet(turn: string, reply: Reply, history: History): Reply;
}

const WORDINGS: Record<Courtesy, readonly string[]> = {
  parting: phrases.PARTED,
  refusal: phrases.DECLINED,
  thanks: phrases.THANKED,
  praise: phrases.PRAISED,
  complaint: phrases.BLAMED,
  disbelief: phrases.DISBELIEVED,
  apology: phrases.FORGIVEN,
  grief: phrases.CONDOLED,
  trouble: phrases.COMFORTED,
  statement: phrases.STATEMENT_REPLIES,
};
const MERE_THANKS_WORDS = 4;
/** An introduction of so many words may also be a question. */
const LONG_INTRODUCTION = 12;
/** The first is the assistant's own. */
const EARLY_REPLIES = 3;
/** “I want to ask some things, is okay?” asks nothing yet. */
const PERMISSION =
  /[\s,.]+(?:is|if) (?:(?:it|that|this)(?:['’]s| is)? )?(?:okay|ok|all ?right|fine)(?: (?:with|by|for) you)?\s*\?*\s*$/i;
const ASKS_TO_ASK =
  /^(?:(?:and|so|but|um|uh)[\s,]+){0,3}(?:i|we)(?:['’](?:ve|d|ll)| will| have| want| would| like| need| just| got| to| ask| you){1,6}(?: some| a few| a bunch of| a (?:whole )?list of| lots of| loads of| a couple of| one or two| several| two| a)?(?: \w+)? (?:questions?|things?)(?:,? ok(?:ay)?)?[\s.!?]*$/i;
const RESUMES =
  /\b(?:where were we|you were (?:saying|telling me)|what were (?:you|we) (?:saying|talking about|on about))\b/i;

export function createReactor({ knowledge, asksFact, comesNear }: ReactorOptions): Reactor {
  const audiences = new Map(
    knowledge.entries.flatMap((entry) =>
      entry.audience === undefined ? [] : [[entry.audience, entry] as const],
    ),
  );

  /** Who says at once what worries them is heard first. */
  function meet(turn: string, { name, audience }: Introduction): Reply {
    if (voicesWorry(turn)) {
      const text = `${metBy(name)} ${phrases.UNDERSTOOD[0]} ${phrases.MET_ASK}`;
      return { text, entries: [], part: 'talk' };
    }
    const entry = audience === null ? undefined : audiences.get(audience);
    const next =
      entry?.label === undefined
        ? phrases.MET_ASK
        : phrases.MET_OFFER.replace('{subject}', entry.label);
    return { text: `${metBy(name)} ${next}`, entries: [], part: 'talk' };
  }

  function say(courtesy: Courtesy, history: History): Reply {
    const isBlamed = courtesy === 'complaint' && blamesRepetition(history.turn);
    return sayOneOf(isBlamed ? phrases.REPENTED : WORDINGS[courtesy], history);
  }

  /** A later introduction is acknowledged, not declined. */
  function hear(courtesy: Courtesy, history: History): Reply {
    return courtesy === 'statement'
      ? sayOneOf(phrases.MORE_INTRODUCED, history)
      : say(courtesy, history);
  }

  /** Whether the caller who says who they are also asks; their circumstances may be all of a question. */
  function asks(turn: string, { rest, tells }: Introduction, history: History): boolean {
    if (ASKS_TO_ASK.test(rest)) return false;
    if (turn.includes('?') || isAnswered(rest, history)) return true;
    // What they do not know yet is met with what is known of it.
    const implied = impliedQuestion(turn);
    if (implied !== null && comesNear(implied, history)) return true;
    // “… if there is anything here for me” says next to nothing without who asks it.
    if (implied !== null && contentCount(implied) < 2 && comesNear(turn, history)) return true;
    const isLong = turn.split(/\s+/).length >= LONG_INTRODUCTION && asksAnywhere(turn);
    return (tells === 'circumstances' || isLong) && asksFact(turn, history);
  }

  /** Whether what the caller said beside it is worth an answer. */
  const isAnswered = (rest: string, history: History): boolean =>
    rest !== '' && (asksBeside({ rest }) || asksFact(rest, history));

  return {
    react(said, history) {
      const turn = said.replace(PERMISSION, '');
      if (RESUMES.test(turn)) return resume(history);
      const courteous = readCourtesy(turn);
      const introduction = readIntroduction(turn);
      if (introduction !== null && !asks(turn, introduction, history)) {
        if (isAcquainted(history)) return hear(courteous?.courtesy ?? 'statement', history);
        return courteous?.courtesy === 'trouble'
          ? say('trouble', history)
          : meet(turn, introduction);
      }
      if (introduction === null && announcesQuestions(turn))
        return sayOneOf(phrases.ACCEPTED, history);
      if (courteous === null || courteous.courtesy === 'statement' || isMereThanks(turn, courteous))
        return null;
      // A worry that something is known of is met with that.
      if (courteous.courtesy === 'trouble' && voicesWorry(turn) && comesNear(turn, history))
        return null;
      const mayAsk =
        courteous.rest !== '' && courteous.courtesy !== 'grief' && !blamesRepetition(turn);
      return mayAsk && asksFact(courteous.rest, history) ? null : say(courteous.courtesy, history);
    },
    reactToStatement(turn, history) {
      const introduction = isAcquainted(history) ? null : readIntroduction(turn);
      if (introduction !== null) return asksBeside(introduction) ? null : meet(turn, introduction);
      return readCourtesy(turn) === null ? null : { ...say('statement', history), part: 'unknown' };
    },
    greet(turn, reply, history) {
      if (isAcquainted(history)) return reply;
      const introduction = readIntroduction(turn);
      if (introduction === null || isOfAChild(introduction)) return reply;
      if (!isAnswer(reply) && !asksBeside(introduction)) return reply;
      return { ...reply, text: `${metBy(introduction.name)} ${reply.text}` };
    },
  };
}

/** “My daughter is autistic, …” leads up to what is asked, and is no moment to be pleased. */
function isOfAChild({ name, audience, tells }: Introduction): boolean {
  return name === null && audience === 'parent' && tells === 'circumstances';
}

/** Whether a caller who says who they are asks something besides, which is not passed over whatever is known of it. */
function asksBeside({ rest }: Pick<Introduction, 'rest'>): boolean {
  return !ASKS_TO_ASK.test(rest) && toSpokenClauses(rest).some(clauseAsks);
}

/** “I am calling for our head, I need a paper on this, so I will just have a bunch of questions, okay?” */
function announcesQuestions(turn: string): boolean {
  const [last, ...before] = toSpokenClauses(turn).reverse();
  const isOnlyThat = last !== undefined && ASKS_TO_ASK.test(last.said);
  return isOnlyThat && before.length > 0 && !before.some(({ said }) => asksSomething(said));
}

/** Who has talked for a while is not greeted any more. */
function isAcquainted({ hasMet, replies, rejected }: History): boolean {
  return hasMet || replies > EARLY_REPLIES || rejected !== undefined;
}

/** The knowledge has words of its own for it. */
function isMereThanks(turn: string, { courtesy, rest }: Sociable): boolean {
  return courtesy === 'thanks' && rest === '' && turn.split(/\s+/).length <= MERE_THANKS_WORDS;
}

function metBy(name: string | null): string {
  return phrases.MET.replace('{name}', name === null ? '' : `, ${name}`);
}

function resume(history: History): Reply | null {
  const label = history.subject?.label;
  if (label === undefined) return null;
  return { text: phrases.RESUMED.replace('{subject}', label), entries: [], part: 'talk' };
}

/** Puts an apology before the answer to a corrected question. */
export function sayCorrected(reply: Reply, history: History): Reply {
  if (!isAnswer(reply)) return reply;
  const openings = blamesRepetition(history.turn) ? phrases.REPENTED_OPENINGS : phrases.CORRECTED;
  return { ...reply, text: `${pickOne(openings, history.replies)} ${reply.text}` };
}

/** The same where they also complain that they were told something twice, and were not told so yet. */
export function sayRepented(reply: Reply, history: History): Reply {
  return isOpened(reply) || !blamesRepetition(history.turn) ? reply : sayCorrected(reply, history);
}

/** Where one of these opens an answer, nothing else is said before it. */
const OPENED = [
  phrases.MET_BEGINNING,
  ...phrases.CORRECTED,
  ...phrases.REPEAT_OPENINGS,
  ...phrases.REPENTED_OPENINGS,
];

const isOpened = ({ text }: Reply): boolean => OPENED.some((opening) => text.startsWith(opening));

/** Takes up what worries the caller before their question is answered, not at each turn. */
export function sayUnderstood(reply: Reply, { turn, repliesLately, replies }: History): Reply {
  if (!isAnswer(reply) || !reply.entries.some(({ kind }) => kind === 'fact')) return reply;
  const isSaidLately = repliesLately.some((text) =>
    phrases.UNDERSTOOD.some((opening) => text.startsWith(opening)),
  );
  if (isOpened(reply) || isSaidLately || !voicesWorry(turn)) return reply;
  return { ...reply, text: `${pickOne(phrases.UNDERSTOOD, replies)} ${reply.text}` };
}
