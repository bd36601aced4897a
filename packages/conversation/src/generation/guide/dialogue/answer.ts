import {
  createEntryRetriever,
  type FindMeanings,
} from '../../../retrieval/entries/entry-retriever.ts';
import type { Knowledge, KnowledgeEntry } from '../../../retrieval/entries/knowledge-schema.ts';
import { soundsTheSame } from '../../../retrieval/language/sentences.ts';
import { normalise } from '../../../retrieval/language/words.ts';
import type { Passage } from '../../../retrieval/passages/passage.ts';
import type { ModelMessage } from '../../model.ts';
import { readCorrection } from '../acts/correction.ts';
import { readIntroduction } from '../acts/introduction.ts';
import { createActAnswerer } from './answer-act.ts';
import { answerFromPassages, answerMeantInFiles } from './answer-from-passages.ts';
import { DEFAULT_THRESHOLDS, type Understanding } from './decide.ts';
import { findNamed } from './find-named.ts';
import { createHistoryReader, type History } from './history.ts';
import { createMishearing } from './misheard.ts';
import { nameTopics } from './name-topics.ts';
import * as phrases from './phrases.ts';
import { createNameOdds } from './rank.ts';
import { createReactor, sayCorrected } from './react.ts';
import { askWhich, isSamePoint, type Reply, sayEntry, sayOneOf, sayTheSame } from './reply.ts';
import {
  acceptsOffer,
  refusesOffer,
  type ShortAnswer,
  toChoiceOfTwo,
  toShortAnswer,
} from './short-answers.ts';
import { createSpeaker } from './speaker.ts';
import { type Understander, understand } from './understand.ts';
import { createUnknownAnswerer } from './unknown.ts';

/** Answers the last turn of a conversation; the same conversation always gets the same answer. */
export type Answerer = (
  messages: readonly ModelMessage[],
  /** Found in the assistant's own files, best first. */
  passages?: readonly Passage[],
) => Reply;

/**
 * Characters of a turn that are read: half a minute of speech. Each unknown word is compared with hundreds of
 * others, so a page that types long turns would hold up every other call.
 */
const MAX_CHARACTERS = 500;

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
  const retriever = createEntryRetriever(knowledge.entries, findMeanings);
  const base: Understander = {
    retriever,
    oddsByName: createNameOdds(retriever, findMeanings),
    entries,
    topics: nameTopics(knowledge.entries),
    thresholds: DEFAULT_THRESHOLDS,
  };

  const findMeant = createMishearing(knowledge.entries, base);
  const sayOne = createSpeaker(entries);
  const unknowns = createUnknownAnswerer({ says: unknown.says, entries: knowledge.entries });
  const asksFact = (turn: string, history: History): boolean => {
    const found = understand(turn, history, base);
    return found.kind === 'entries' && found.entries[0]?.kind === 'fact';
  };
  const answerAct = createActAnswerer({ knowledge, sayOne, asksFact });
  const reactor = createReactor({ knowledge, asksFact });

  function answerTurn(turn: string, history: History): Reply {
    if (normalise(turn) === '') return sayOneOf(phrases.NOT_CAUGHT, history);
    const choice = choose(turn, history);
    if (choice !== null) return choice;
    const short = toShortAnswer(turn);
    if (short !== null) return answerShort(short, history);
    const found = understand(turn, history, base);
    const meant = answerMeant(turn, { found, history, findMeant, sayOne });
    if (meant !== null) return meant;
    if (found.kind === 'unknown') {
      const reply = unknowns.say(turn, found, history);
      return found.near === null ? { ...reply, isLost: true } : reply;
    }
    if (found.kind === 'unsure') return unknowns.sayUnsure(turn, found.entry, history);
    if (found.kind === 'unclear') return askOrTell(turn, found.between, history);
    const reply = sayAll(turn, found.entries, history);
    if (found.more === undefined) return reply;
    const rest = sayOneOf(phrases.MORE_ASKED, history);
    return { ...reply, text: `${reply.text} ${rest.text}` };
  }

  /** Asking back twice leads nowhere: the second time the likelier entry is the answer. */
  function askOrTell(turn: string, between: readonly KnowledgeEntry[], history: History): Reply {
    const [first] = between;
    if (first !== undefined && history.isClarifying)
      return unknowns.sayUnsure(turn, first, history);
    return askWhich(between, sayOneOf(phrases.CLARIFY_OPENINGS, history).text);
  }

  /** What was chosen of two that were offered; null: the turn says something else. */
  function choose(turn: string, history: History): Reply | null {
    if (history.offered.length < 2) return null;
    const both = toChoiceOfTwo(turn);
    if (both === 'neither') return sayOneOf(phrases.NEITHER, history);
    if (both === 'both') return sayAll(turn, history.offered, history);
    const named = findNamed(turn, history.offered);
    return named === null ? null : sayEntry(named, history);
  }

  function sayAll(turn: string, found: readonly KnowledgeEntry[], history: History): Reply {
    const [first, second] = found;
    if (first === undefined) return sayOneOf(unknown.says, history, 'unknown');
    if (second === undefined && unknowns.isOneOfMany(first))
      return unknowns.say(turn, { near: null, around: [] }, history);
    if (second === undefined) return sayOne(first, history);
    const replies = [sayOne(first, history), sayOne(second, history)];
    const text = replies.map((reply) => reply.text).join(' ');
    return { text, entries: found, part: 'answer' };
  }

  /** Whoever was misunderstood is not given the same again. */
  function answerCorrected(said: string, history: History, asked: Asked): Reply | null {
    const correction = history.lastReply === null ? null : readCorrection(said);
    if (correction === null) return null;
    const rejected = new Set(history.lastSaid.map(({ entry }) => entry.id));
    const offered = history.offered.length > 0 ? history.offered : history.offeredBefore;
    if (correction.meant === '') return sayOneOf(phrases.NOT_MEANT, history);
    const reply = answerAll(correction.meant, { ...history, offered, rejected }, asked);
    return isSamePoint(reply.text)
      ? sayOneOf(phrases.NOT_MEANT, history)
      : sayCorrected(reply, history);
  }

  function answerOffer(said: string, history: History): Reply | null {
    const [first] = history.offered;
    if (first === undefined || history.offered.length > 1) return null;
    if (acceptsOffer(said, first)) return sayEntry(first, history);
    return refusesOffer(said) ? sayOneOf(wordingsOfNo(history), history) : null;
  }

  /** Answers from the assistant's own files where they fit, otherwise from what was written for the guide. */
  function answerAll(said: string, history: History, asked: Asked): Reply {
    const simple =
      answerAct(said, history) ??
      answerOffer(said, history) ??
      answerCorrected(said, history, asked) ??
      (toShortAnswer(said) === null ? reactor.react(said, history) : null);
    if (simple !== null) return simple;
    const reply = answerQuestion(said, history, asked);
    const told = reply.isLost === true ? reactor.reactToTold(said, history) : null;
    return told ?? reactor.greet(said, reply, history);
  }

  function answerQuestion(said: string, history: History, asked: Asked): Reply {
    const introduction = readIntroduction(said);
    // Who they are may be part of what they ask: “I am a parent, can I see it?”.
    const turn = introduction === null || asksFact(said, history) ? said : introduction.rest;
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

  return (messages, passages = []) => {
    const last = messages.at(-1);
    const asked = last?.role === 'user' ? last.content.slice(0, MAX_CHARACTERS) : '';
    const history = readHistory(messages);
    const reply = answerAll(asked, history, { messages, passages });
    if (!soundsTheSame(reply.text, history.lastReply ?? '')) return reply;
    return { ...reply, ...sayTheSame(reply.text, history), entries: reply.entries };
  };
}

interface MeantParts {
  readonly found: Understanding;
  readonly history: History;
  readonly findMeant: ReturnType<typeof createMishearing>;
  readonly sayOne: ReturnType<typeof createSpeaker>;
}

/** Where words were misheard: what was meant, or whether it was; null: they were not, or it is not clear. */
function answerMeant(
  turn: string,
  { found, history, findMeant, sayOne }: MeantParts,
): Reply | null {
  if (!mayBeMisheard(found) || history.isClarifying) return null;
  const meant = findMeant(turn, history);
  if (meant === null) return null;
  const isLikeliest = found.kind === 'unsure' && found.entry === meant.entry;
  if (meant.isCertain || isLikeliest) return sayOne(meant.entry, history);
  if (found.kind === 'unsure') return null;
  return askWhich([meant.entry], sayOneOf(phrases.MEANT_OPENINGS, history).text);
}

/** What would be sent away may be the subject of another question, too: "what is the moon tracker". */
function mayBeMisheard(found: Understanding): boolean {
  if (found.kind !== 'entries') return found.kind !== 'unclear';
  return found.entries.every(({ kind }) => kind === 'decline');
}

/** To what was offered. */
function answerShort(short: ShortAnswer, history: History): Reply {
  const [first, second] = history.offered;
  if (short === 'no') return sayOneOf(wordingsOfNo(history), history);
  if (short === 'second' && second !== undefined) return sayEntry(second, history);
  if (short === 'first' && first !== undefined) return sayEntry(first, history);
  if (first === undefined) return sayOneOf(phrases.ACCEPTED, history);
  if (second === undefined) return sayEntry(first, history);
  return askWhich(history.offered, phrases.CLARIFY_AGAIN);
}

function wordingsOfNo({ isClarifying, offered }: History): readonly string[] {
  if (!isClarifying) return phrases.DECLINED;
  return offered.length > 1 ? phrases.NEITHER : phrases.NOT_MEANT;
}
