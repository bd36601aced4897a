import {
  createEntryRetriever,
  type FindMeanings,
} from '../../../retrieval/entries/entry-retriever.ts';
import { createFollowing } from '../../../retrieval/entries/follow-ups.ts';
import type { Knowledge } from '../../../retrieval/entries/knowledge-schema.ts';
import { rememberSearches } from '../../../retrieval/entries/remember-searches.ts';
import { isLongTurn } from '../../../retrieval/language/segments.ts';
import { soundsTheSame } from '../../../retrieval/language/sentences.ts';
import type { Passage } from '../../../retrieval/passages/passage.ts';
import type { ModelMessage, ModelRequest } from '../../model.ts';
import { withoutAddress } from '../acts/address.ts';
import { withoutAside } from '../acts/aside.ts';
import { impliedQuestion } from '../acts/asks.ts';
import { readCorrection } from '../acts/correction.ts';
import { withoutDenial } from '../acts/denial.ts';
import { withoutHesitation } from '../acts/hesitation.ts';
import { readIntroduction } from '../acts/introduction.ts';
import { withoutManner } from '../acts/manner.ts';
import { voicesWorry } from '../acts/worry.ts';
import { createActAnswerer } from './answer-act.ts';
import { answerFor } from './answer-for.ts';
import { answerFromPassages, answerMeantInFiles } from './answer-from-passages.ts';
import { answerIgnorance } from './answer-ignorance.ts';
import { answerOffer } from './answer-offer.ts';
import { answerReadBack } from './answer-read-back.ts';
import { answerRecall } from './answer-recall.ts';
import { answerWhichScene } from './answer-scene.ts';
import { createTurnAnswerer } from './answer-turn.ts';
import { answerComplaint, answerCorrected, answerDistress } from './answer-upset.ts';
import { answerVerdict } from './answer-verdict.ts';
import { answerExample, answerWhy } from './answer-why-or-example.ts';
import { DEFAULT_THRESHOLDS, type Understanding } from './decide.ts';
import { sayDoubt } from './doubt.ts';
import { findAnswered } from './find-answered.ts';
import { findNext } from './find-next.ts';
import { findWithin, topicNamed } from './find-within.ts';
import { createHistoryReader, type History, isOfLastTopic } from './history.ts';
import { createMishearing } from './misheard.ts';
import { nameTopics } from './name-topics.ts';
import * as phrases from './phrases.ts';
import { createReactor, type ReactorOptions, sayRepented, sayUnderstood } from './react.ts';
import { contentCount, createNameOdds } from './readings.ts';
import { type Reply, sayOneOf } from './reply.ts';
import {
  leansOn,
  sayClosest,
  sayHeard,
  sayObjected,
  sayTheSame,
  tellsOnly,
  wasSaidAgain,
} from './say-the-same.ts';
import { acceptsOffer, toShortAnswer, withoutSettling } from './short-answers.ts';
import { createSpeaker } from './speaker.ts';
import { type Understander, understand } from './understand.ts';
import { createUnknownAnswerer } from './unknown.ts';

/** Answers the last turn of a conversation; the same conversation always gets the same answer. */
export type Answerer = (
  messages: readonly ModelMessage[],
  beside?: Pick<ModelRequest, 'passages' | 'otherHearing'>,
) => Reply;

const DEFAULT_UNKNOWN = {
  says: [
    'I do not know that, and I would rather not guess.',
    'That is not among the facts I have.',
  ],
};

interface Asked {
  readonly messages: readonly ModelMessage[];
  readonly passages: readonly Passage[];
}

export function createAnswerer(
  knowledge: Knowledge,
  findMeanings: FindMeanings = () => null,
): Answerer {
  const entries = new Map(knowledge.entries.map((entry) => [entry.id, entry]));
  const unknown = knowledge.unknown ?? DEFAULT_UNKNOWN;
  const readHistory = createHistoryReader(entries, unknown);
  const retriever = rememberSearches(createEntryRetriever(knowledge.entries, findMeanings));
  const base: Understander = {
    retriever,
    oddsByName: createNameOdds(retriever, findMeanings),
    findFollowing: createFollowing(knowledge.entries, findMeanings),
    entries,
    topics: nameTopics(knowledge.entries),
    thresholds: DEFAULT_THRESHOLDS,
  };

  const findMeant = createMishearing(knowledge.entries, base);
  const sayOne = createSpeaker(entries);
  const unknowns = createUnknownAnswerer({ unknown, entries: knowledge.entries });
  const asksFact = (turn: string, history: History): boolean =>
    isOfFact(understand(turn, history, base));
  const answerTurn = createTurnAnswerer({
    understand: (turn, history) => understand(turn, history, base),
    ...{ findMeant, sayOne, unknowns, unknownSays: unknown.says },
  });
  const answerAct = createActAnswerer({ knowledge, sayOne, asksFact });
  const comesNear = (turn: string, history: History): boolean => {
    const found = understand(turn, history, base);
    return found.kind === 'unsure' || found.kind === 'unclear' || isOfFact(found);
  };
  const reactor = createReactor({ knowledge, asksFact, comesNear });

  /** Answers from the assistant's own files where they fit, otherwise from what was written for the guide. */
  function answerAll(said: string, history: History, asked: Asked): Reply {
    const simple =
      // A school's own files, or facts, may say what is done about bullying.
      answerDistress(said, history, () => asked.passages.length > 0 || asksFact(said, history)) ??
      answerReadBack(said, history) ??
      answerVerdict(said, history) ??
      answerIgnorance(said, history) ??
      answerWhichScene(said, history, (turn, before) => answerQuestion(turn, before, asked)) ??
      answerOffer(said, history) ??
      answerWhy(said, history, { base, sayOne }) ??
      answerExample(said, history, { base, sayOne }) ??
      answerAct(said, history) ??
      answerCorrected(said, history, {
        answer: (meant, corrected) => answerAll(meant, corrected, asked),
        namesTopic: (text) => topicNamed(text, base) !== null,
        answerOf: (name, question, corrected) => {
          const entry = findWithin(name, question, { history: corrected, base });
          return entry === null ? null : sayOne(entry, corrected);
        },
      }) ??
      answerComplaint(said, history, {
        answer: (rest) => answerQuestion(rest, history, asked),
        findNext: (question) => findNext(question, { history, base }),
      }) ??
      (mayBeStatement(said, asked) ? reactor.react(said, history) : null);
    if (simple !== null) return simple;
    const reply = answerQuestion(said, history, asked);
    if (isRemark(said, reply, history))
      return sayObjected(reply, said, history) ?? sayHeard(said, history);
    const ofLast = isOfNothingSaid(reply, history) ? sayOfLast(said, history) : null;
    if (ofLast !== null) return ofLast;
    const mayReact =
      reply.isLost === true && history.rejected === undefined && asked.passages.length === 0;
    const reaction = mayReact ? reactor.reactToStatement(said, history) : null;
    return reaction ?? reactor.greet(said, reply, history);
  }

  function answerQuestion(said: string, history: History, asked: Asked): Reply {
    const turn = withoutIntroduction(said, history, { asksFact, comesNear });
    const short = asked.passages.length === 0 ? null : toShortAnswer(turn);
    const meant =
      short === 'yes' ? answerMeantInFiles({ history, passages: asked.passages }) : null;
    if (meant !== null) return meant;
    if (asked.passages.length === 0 || short !== null) return answerTurn(turn, history);
    return answerFromPassages(
      { turn, history, ...asked, understanding: () => understand(turn, history, base) },
      () => answerTurn(turn, history),
    );
  }

  return (messages, { passages = [], otherHearing = '' } = {}) => {
    const history = { ...readHistory(messages), otherHearing };
    const fluent = withoutHesitation(toAsked(history));
    const addressed = withoutAddress(fluent, history.assistantName);
    const asked = withoutManner(withoutAside(withoutDenial(addressed)));
    const recalled = answerRecall(asked, history);
    if (recalled !== null) return recalled;
    const reply = answerAll(asked, history, { messages, passages });
    const isRepeat = reply.isRepeat === true || soundsTheSame(reply.text, history.lastReply ?? '');
    const doubted = sayDoubt(asked, isRepeat ? sayTheSame(reply, asked, history) : reply, history);
    return sayUnderstood(sayRepented(doubted, history), history);
  };
}

/** What is asked beside who asks it, unless that belongs to it: “I am a parent, can I see it?”. */
function withoutIntroduction(
  said: string,
  history: History,
  { asksFact, comesNear }: Pick<ReactorOptions, 'asksFact' | 'comesNear'>,
): string {
  const introduction = readIntroduction(said);
  if (introduction === null) return said;
  const isLong = isLongTurn(said);
  // Of a long turn each question is found by itself.
  const implied = isLong ? null : impliedQuestion(said);
  if (implied !== null && asksFact(implied, history)) return implied;
  const rest = implied ?? introduction.rest;
  const isUnderstood = isLong ? asksFact : comesNear;
  return rest === '' || isUnderstood(said, history) ? said : rest;
}

const isOfFact = (found: Understanding): boolean =>
  found.kind === 'entries' && found.entries[0]?.kind === 'fact';

/** The turn without its answer to whether something was meant; one that takes up what else was named, or puts it right, is left whole. */
function toAsked({ turn, isDoubting, offered }: History): string {
  const accepts = offered.some((entry) => acceptsOffer(turn, entry));
  const isWhole = accepts || readCorrection(turn) !== null;
  return isDoubting && !isWhole ? withoutSettling(turn) : turn;
}

/** Whether nothing is known, or only whether one of two was meant that nobody talked of. */
function isOfNothingSaid({ part, entries }: Reply, history: History): boolean {
  const isElsewhere = !entries.some((entry) => isOfLastTopic(entry, history));
  return part === 'unknown' || (part === 'clarify' && isElsewhere);
}

/**
 * To who holds something against what was just said, or only goes on with it, and nothing more is known; null: nobody
 * does.
 */
function sayOfLast(said: string, history: History): Reply | null {
  const entry = findAnswered(history);
  if (entry === null || history.rejected !== undefined) return null;
  const reply: Reply = { text: answerFor(entry, history), entries: [entry], part: 'answer' };
  const objected = sayObjected(reply, said, history, true);
  if (objected === null && leansOn(said) && !wasSaidAgain(history.lastReply ?? ''))
    return sayClosest(reply, said, history);
  // “Yeah but I just don't like it” names nothing that a fact could meet.
  return objected !== null && contentCount(said) < 2
    ? sayOneOf(phrases.NO_ANSWER_TO_THAT, history, 'unknown')
    : objected;
}

/** Whether a turn that asks nothing may only go on about what was just talked of. */
function isRemark(said: string, { part, entries: [first] }: Reply, history: History): boolean {
  return (
    part === 'unsure' &&
    // Who says what they meant wants an answer.
    history.rejected === undefined &&
    // Nor is a worry waved away.
    !voicesWorry(said) &&
    first !== undefined &&
    isOfLastTopic(first, history) &&
    tellsOnly(said)
  );
}

/** What fits a passage of the assistant's files asks for it, in whatever form: “my son has lost his bottle”. */
function mayBeStatement(said: string, { passages }: Asked): boolean {
  if (toShortAnswer(said) !== null) return false;
  return passages.length === 0 || readIntroduction(said)?.tells !== 'circumstances';
}
