import type { Knowledge } from '../../../retrieval/entries/knowledge-schema.ts';
import { clauseAsks } from '../acts/asks.ts';
import { toSpokenClauses } from '../acts/clauses.ts';
import { type Courtesy, readCourtesy, type Sociable } from '../acts/courtesy.ts';
import { type Introduction, readIntroduction } from '../acts/introduction.ts';
import type { History } from './history.ts';
import * as phrases from './phrases.ts';
import { pickOne, type Reply, sayOneOf } from './reply.ts';

export interface ReactorOptions {
  readonly knowledge: Knowledge;
  readonly asksFact: (turn: string, history: History) => boolean;
}

/** What is said to people who tell something, and ask nothing. */
export interface Reactor {
  /** Null: the turn asks something, as far as is known before it is looked up. */
  react(turn: string, history: History): Reply | null;
  /** To what nothing was found for; null: it was a question all the same. */
  reactToTold(turn: string, history: History): Reply | null;
  /** The answer to somebody who has also said who they are. */
  greet(turn: string, reply: Reply, history: History): Reply;
}

const WORDINGS: Record<Courtesy, readonly string[]> = {
  parting: phrases.PARTED,
  refusal: phrases.DECLINED,
  thanks: phrases.THANKED,
  praise: phrases.PRAISED,
  complaint: phrases.BLAMED,
  trouble: phrases.COMFORTED,
  told: phrases.TOLD,
};
/** What may follow a greeting. */
const ANSWERS: readonly Reply['part'][] = ['answer', 'more', 'unsure'];
const MERE_THANKS_WORDS = 4;
/** Words from which who somebody is may be only the beginning of what they want to know. */
const LONG_INTRODUCTION = 12;
/** The first is the assistant's own. */
const EARLY_REPLIES = 3;
const RESUMES =
  /\b(?:where were we|you were (?:saying|telling me)|what were (?:you|we) (?:saying|talking about|on about))\b/i;

export function createReactor({ knowledge, asksFact }: ReactorOptions): Reactor {
  const audiences = new Map(
    knowledge.entries.flatMap((entry) =>
      entry.audience === undefined ? [] : [[entry.audience, entry] as const],
    ),
  );

  function meet({ name, audience }: Introduction): Reply {
    const entry = audience === null ? undefined : audiences.get(audience);
    const next =
      entry?.label === undefined
        ? phrases.MET_ASK
        : phrases.MET_OFFER.replace('{subject}', entry.label);
    return { text: `${metBy(name)} ${next}`, entries: [], part: 'talk' };
  }

  function say(courtesy: Courtesy, history: History): Reply {
    return sayOneOf(WORDINGS[courtesy], history);
  }

  /** Whoever says more of themselves later is not told that nothing is known about them. */
  function hear(courtesy: Courtesy, history: History): Reply {
    return courtesy === 'told' ? sayOneOf(phrases.HEARD, history) : say(courtesy, history);
  }

  /** Whether somebody who says who they are also asks; their circumstances may be all of a question. */
  function asks(turn: string, { rest, tells }: Introduction, history: History): boolean {
    if (turn.includes('?') || isAnswered(rest, history)) return true;
    const tellsMore = tells === 'circumstances' || turn.split(/\s+/).length >= LONG_INTRODUCTION;
    return tellsMore && asksFact(turn, history);
  }

  /** Whether what somebody said beside it is worth an answer. */
  const isAnswered = (rest: string, history: History): boolean =>
    rest !== '' && (toSpokenClauses(rest).some(clauseAsks) || asksFact(rest, history));

  return {
    react(turn, history) {
      if (RESUMES.test(turn)) return resume(history);
      const told = readCourtesy(turn);
      const introduction = readIntroduction(turn);
      if (introduction !== null && !asks(turn, introduction, history)) {
        if (isAcquainted(history)) return hear(told?.courtesy ?? 'told', history);
        return told?.courtesy === 'trouble' ? say('trouble', history) : meet(introduction);
      }
      if (told === null || told.courtesy === 'told' || isMereThanks(turn, told)) return null;
      return told.rest !== '' && asksFact(told.rest, history) ? null : say(told.courtesy, history);
    },
    reactToTold(turn, history) {
      const introduction = isAcquainted(history) ? null : readIntroduction(turn);
      if (introduction !== null) return meet(introduction);
      return readCourtesy(turn) === null ? null : { ...say('told', history), part: 'unknown' };
    },
    greet(turn, reply, history) {
      if (isAcquainted(history) || !ANSWERS.includes(reply.part)) return reply;
      const introduction = readIntroduction(turn);
      if (introduction === null) return reply;
      return { ...reply, text: `${metBy(introduction.name)} ${reply.text}` };
    },
  };
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

/** To somebody who put right what was misunderstood. */
export function sayCorrected(reply: Reply, history: History): Reply {
  if (!ANSWERS.includes(reply.part)) return reply;
  return { ...reply, text: `${pickOne(phrases.CORRECTED, history.replies)} ${reply.text}` };
}
