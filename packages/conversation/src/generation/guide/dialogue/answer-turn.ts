import type { KnowledgeEntry } from '../../../retrieval/entries/knowledge-schema.ts';
import { toSentences } from '../../../retrieval/language/sentences.ts';
import { normalise } from '../../../retrieval/language/words.ts';
import { makesSure, sumsUp } from '../acts/checks.ts';
import { findNamedOne, findPlace } from '../acts/place.ts';
import { answerFor } from './answer-for.ts';
import { answerShort } from './answer-offer.ts';
import type { Understanding } from './decide.ts';
import { findNamed } from './find-named.ts';
import { type History, isOfLastTopic } from './history.ts';
import type { createMishearing } from './misheard.ts';
import * as phrases from './phrases.ts';
import { askWhich, isAnswer, type Reply, sayEntry, sayOneOf, withoutQuestion } from './reply.ts';
import { sayClosest } from './say-the-same.ts';
import { toChoiceOfTwo, toShortAnswer } from './short-answers.ts';
import type { Speaker } from './speaker.ts';
import type { UnknownAnswerer } from './unknown.ts';

export interface TurnAnswererOptions {
  readonly understand: (turn: string, history: History) => Understanding;
  readonly findMeant: ReturnType<typeof createMishearing>;
  readonly sayOne: Speaker;
  readonly unknowns: UnknownAnswerer;
  /** The knowledge's own words for what is not known. */
  readonly unknownSays: readonly string[];
}

/** Answers a turn from what was written for the guide. */
export function createTurnAnswerer(options: TurnAnswererOptions) {
  const { understand, findMeant, sayOne, unknowns, unknownSays } = options;

  /** Asking back twice leads nowhere, and who is in a subject seldom means another: the likelier entry is the answer. */
  function askOrTell(turn: string, between: readonly KnowledgeEntry[], history: History): Reply {
    const likelier = history.isClarifying ? between[0] : findOfTopic(between, history);
    if (likelier === undefined)
      return askWhich(between, sayOneOf(phrases.CLARIFY_OPENINGS, history).text);
    const other = between.find((entry) => entry !== likelier) ?? null;
    return unknowns.sayUnsure(turn, { entry: likelier, other }, history);
  }

  /** What was chosen of those that were offered or enumerated; null: the turn says something else. */
  function choose(turn: string, history: History): Reply | null {
    const { offered, listed } = history;
    const among = offered.length > 1 ? offered : listed;
    const chosen = among[findPlace(turn, among.length) ?? -1];
    const calledSo = findNamedOne(turn);
    const one = chosen ?? (calledSo === null ? null : findNamed(calledSo, among));
    if (one !== null) return sayEntry(one, history);
    if (offered.length < 2) return null;
    const both = toChoiceOfTwo(turn);
    if (both === 'neither') return sayOneOf(phrases.NEITHER, history);
    if (both === 'both') return sayAll(turn, history.offered, history);
    const named = findNamed(turn, history.offered);
    return named === null ? null : sayEntry(named, history);
  }

  function sayAll(turn: string, found: readonly KnowledgeEntry[], history: History): Reply {
    const [first, second] = found;
    if (first === undefined) return sayOneOf(unknownSays, history, 'unknown');
    if (second === undefined && unknowns.isOneOfMany(first))
      return unknowns.say(turn, { near: null, around: [] }, history);
    if (second === undefined) return sayOne(first, history);
    const texts = found.map((entry) => sayOne(entry, history).text);
    const whole = [...texts.slice(0, -1).map(withoutQuestion), ...texts.slice(-1)].join(' ');
    // Two entries may hold the same sentence.
    const text = [...new Set(toSentences(whole))].join(' ');
    return { text, entries: found, part: 'answer' };
  }

  return (turn: string, history: History): Reply => {
    if (normalise(turn) === '') return sayOneOf(phrases.NOT_CAUGHT, history);
    const choice = choose(turn, history);
    if (choice !== null) return choice;
    const short = toShortAnswer(turn);
    if (short !== null) return answerShort(short, history);
    const found = understand(turn, history);
    const meant = answerMeant(turn, { found, history, findMeant, sayOne });
    if (meant !== null) return meant;
    const checked = answerCheck(turn, found, history);
    if (checked !== null) return checked;
    if (found.kind === 'unknown') {
      const reply = unknowns.say(turn, found, history);
      return found.near === null ? { ...reply, isLost: true } : reply;
    }
    if (found.kind === 'unsure') return unknowns.sayUnsure(turn, found, history);
    if (found.kind === 'unclear') return askOrTell(turn, found.between, history);
    const reply = sayAll(turn, found.entries, history);
    if (found.doubt !== undefined && isAnswer(reply)) return { ...reply, doubt: found.doubt };
    if (found.more === undefined) return reply;
    const rest = sayOneOf(phrases.MORE_ASKED, history);
    return { ...reply, text: `${withoutQuestion(reply.text)} ${rest.text}` };
  };
}

/** Of two, the only one that is of the topic that was just talked of. */
function findOfTopic(
  between: readonly KnowledgeEntry[],
  history: History,
): KnowledgeEntry | undefined {
  const near = between.filter((entry) => isOfLastTopic(entry, history));
  return between.length > 1 && near.length === 1 ? near[0] : undefined;
}

/** Of what was just said, the sentence that is made sure of; null: something else is asked. */
function answerCheck(turn: string, found: Understanding, history: History): Reply | null {
  if (!makesSure(turn)) return null;
  const entry = history.lastSaid.map((said) => said.entry).find(({ kind }) => kind === 'fact');
  if (entry === undefined) return null;
  // A caller who sums it up seldom asks for something of another topic.
  const asksElse =
    found.kind === 'entries' &&
    (!sumsUp(turn) || found.entries.some(({ topic }) => topic === entry.topic));
  if (asksElse) return null;
  const text = answerFor(entry, history);
  return sayClosest({ text, entries: [entry], part: 'answer' }, turn, history);
}

interface MeantParts {
  readonly found: Understanding;
  readonly history: History;
  readonly findMeant: ReturnType<typeof createMishearing>;
  readonly sayOne: Speaker;
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
