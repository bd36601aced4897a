import type { Knowledge, KnowledgeEntry } from '../../../retrieval/entries/knowledge-schema.ts';
import { soundsTheSame, toSentences } from '../../../retrieval/language/sentences.ts';
import { answerFor } from './answer-for.ts';
import { canBeAsked } from './can-be-asked.ts';
import type { Understanding } from './decide.ts';
import { numberOf } from './doubt.ts';
import type { History } from './history.ts';
import * as phrases from './phrases.ts';
import { type Reply, sayOneOf } from './reply.ts';
import { isNamedIn } from './short-answers.ts';

export interface UnknownOptions {
  /** The knowledge's own words for it, and who knows more. */
  readonly unknown: NonNullable<Knowledge['unknown']>;
  readonly entries: Iterable<KnowledgeEntry>;
}

/** What comes closest to what is not known, if anything does, and what else may be named. */
export type NotFound = Pick<Extract<Understanding, { kind: 'unknown' }>, 'near' | 'around'>;

/** What was probably meant, and what else may have been. */
export interface Meant {
  readonly entry: KnowledgeEntry;
  readonly other?: KnowledgeEntry | null;
}

export interface UnknownAnswerer {
  /** Says what is probably meant, and that it may be another thing. */
  sayUnsure(turn: string, meant: Meant, history: History): Reply;
  say(turn: string, found: NotFound, history: History): Reply;
  /** Whether an entry says no more than that something is not known, as others do in the same words. */
  isOneOfMany(entry: KnowledgeEntry): boolean;
}

/** What is known nearby is said in so many sentences. */
const NEAR_SENTENCES = 2;
/** Of the times when nothing is near, every so many the knowledge's own words are said, which offer something. */
const OWN_WORDS = 4;

/**
 * Says that something is not known: what is known nearby, or else what may be asked about. The wording goes by the
 * turn, so that callers who ask different things seldom hear the same.
 */
export function createUnknownAnswerer({ unknown, entries }: UnknownOptions): UnknownAnswerer {
  const { says, whom } = unknown;
  const subjects = nameSubjects(entries);
  const declines = countDeclines(entries);

  /** The likeliest, which may at least have to do with it; any where nothing is likely. */
  function nameTwo(number: number, around: readonly KnowledgeEntry[]): string | null {
    const likely = [...new Set(around.flatMap(({ label }) => label ?? []))];
    const names = likely.length < 2 ? subjects : likely.slice(0, 2);
    const first = names[number % names.length];
    const second = names[(number + 1 + (number % (names.length - 1))) % names.length];
    if (first === undefined || second === undefined || first === second) return null;
    return choose(phrases.NOTHING_NEAR, number)
      .replace('{first}', first)
      .replace('{second}', second);
  }

  /** To someone who asks what is not known about what was just said: who knows it. */
  function sayNoMore(history: History): Reply {
    const { text } = sayOneOf(phrases.NO_MORE_ABOUT, history);
    const next =
      whom === undefined ? sayOneOf(phrases.ASK_ELSE, history).text : answerFor(whom, history);
    return { text: `${text} ${next}`, entries: [], part: 'unknown' };
  }

  function say(turn: string, { near, around }: NotFound, history: History): Reply {
    const number = numberOf(turn) + history.replies;
    const last = history.lastReply ?? '';
    const wasSaid = history.lastSaid.some(({ entry }) => entry.id === near?.id);
    if (near !== null && !wasSaid) {
      const opening = choose(phrases.NEAR_OPENINGS, number);
      return { text: `${opening} ${beginningOf(near, history)}`, entries: [], part: 'unknown' };
    }
    if (near !== null) return sayNoMore(history);
    // The knowledge's own words offer what is meant for schools.
    const isFamily = history.caller === 'parent' || history.caller === 'student';
    const isOwn = number % OWN_WORDS === 0 && !isFamily;
    const named = isOwn ? null : nameTwo(number, around);
    if (named !== null && !soundsTheSame(named, last))
      return { text: named, entries: [], part: 'unknown' };
    return sayOneOf(says, history, 'unknown');
  }

  function sayUnsure(turn: string, { entry, other = null }: Meant, history: History): Reply {
    const { label } = entry;
    if (label === undefined || history.lastSaid.some((said) => said.entry.id === entry.id))
      return say(turn, { near: entry, around: [] }, history);
    const text = beginningOf(entry, history);
    // Nobody who names a subject is asked whether they mean it.
    if (other === null && isNamedIn(turn, label)) return { text, entries: [entry], part: 'answer' };
    return { text, entries: [entry], part: 'unsure', doubt: { other } };
  }

  return {
    say,
    sayUnsure,
    isOneOfMany: ({ kind, answer }) => kind === 'decline' && (declines.get(answer) ?? 0) > 1,
  };
}

const choose = (wordings: readonly string[], number: number): string =>
  wordings[number % wordings.length] ?? '';

const beginningOf = (entry: KnowledgeEntry, history: History): string =>
  toSentences(answerFor(entry, history)).slice(0, NEAR_SENTENCES).join(' ');

function countDeclines(entries: Iterable<KnowledgeEntry>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { kind, answer } of entries)
    if (kind === 'decline') counts.set(answer, (counts.get(answer) ?? 0) + 1);
  return counts;
}

/** Each subject by the name of its first entry that has one. */
function nameSubjects(entries: Iterable<KnowledgeEntry>): string[] {
  const names = new Map<string, string>();
  for (const entry of entries) {
    // Nobody is offered the help line in the place of an answer.
    const { topic, label, action } = entry;
    if (canBeAsked(entry) && label !== undefined && action === undefined && !names.has(topic))
      names.set(topic, label);
  }
  return [...names.values()];
}
