import type { KnowledgeEntry } from '../../../retrieval/entries/knowledge-schema.ts';
import { soundsTheSame, toSentences } from '../../../retrieval/language/sentences.ts';
import { answerFor } from './answer-for.ts';
import { asksTheSame, closeness, closestSentence } from './closeness.ts';
import type { Doubt } from './decide.ts';
import type { History } from './history.ts';
import * as phrases from './phrases.ts';
import { beforeOther } from './what-else.ts';

/** What the guide will say, and the entries it speaks from. */
export interface Reply {
  readonly text: string;
  readonly entries: readonly KnowledgeEntry[];
  /** `unsure`: an answer that may not be what was asked, and says so. */
  readonly part: 'answer' | 'more' | 'unsure' | 'clarify' | 'unknown' | 'talk';
  /** It may not be what was meant. */
  readonly doubt?: Doubt;
  /** Nothing comes close to what was said. */
  readonly isLost?: true;
  /** All of it was said just before. */
  readonly isRepeat?: true;
}

const ANSWERS: readonly Reply['part'][] = ['answer', 'more', 'unsure'];

/** Whether it says something that is known: a greeting or an apology may stand before it. */
export function isAnswer({ part }: Reply): boolean {
  return ANSWERS.includes(part);
}

/** An entry's answer; when it has just been given its `more`, behind what comes closer to what is asked now. */
export function sayEntry(entry: KnowledgeEntry, history: History): Reply {
  const said = new Set(
    history.lastSaid.filter((part) => part.entry.id === entry.id).map(({ part }) => part),
  );
  const answer = answerFor(entry, history);
  if (said.size === 0) return { text: answer, entries: [entry], part: 'answer' };
  if (entry.more !== undefined && !said.has('more')) {
    const text = asksForRest(entry.more, answer, history)
      ? entry.more
      : `${closestSentence(answer, history.turn)} ${entry.more}`;
    return { text, entries: [entry], part: 'more' };
  }
  return { text: answer, entries: [entry], part: 'answer', isRepeat: true };
}

function asksForRest(more: string, answer: string, { turn, lastTurn }: History): boolean {
  const rest = closeness(more, turn);
  return (rest > 0 && rest >= closeness(answer, turn)) || asksTheSame(turn, lastTurn ?? '');
}

export function sayMore(entry: KnowledgeEntry, related: string | null, history: History): Reply {
  const saidMore = history.lastSaid.some(
    (said) => said.entry.id === entry.id && said.part === 'more',
  );
  if (entry.more !== undefined && !saidMore) {
    return { text: entry.more, entries: [entry], part: 'more' };
  }
  const ask = related === null ? '' : ` ${related}`;
  return { text: `${phrases.NO_MORE}${ask}`, entries: [entry], part: 'talk' };
}

const AROUND: readonly string[] = [
  ...phrases.REPEAT_OPENINGS,
  ...phrases.SAME_POINT,
  ...phrases.ALL_KNOWN,
  ...phrases.NO_MORE_THAN_SAID,
  ...phrases.UNSURE_CLOSINGS,
  ...phrases.NEAR_OPENINGS.flatMap(toSentences),
  ...phrases.UNDERSTOOD,
  ...phrases.REPENTED_OPENINGS,
  phrases.SLOWER_OPENING,
  phrases.SHORTER_OPENING,
];

/** The last reply without what only opened or closed it, and without what else may have been meant. */
function lastSentences({ lastReply }: History): string[] {
  return beforeOther(toSentences(lastReply ?? '')).filter(
    (sentence) => !AROUND.includes(sentence) && !sentence.startsWith(phrases.MET_BEGINNING),
  );
}

/** The first sentence of the last reply, which is what the others explain. */
export function sayShorter(history: History): Reply | null {
  // A greeting has no short form.
  if (history.lastSaid.length === 0) return null;
  const [first] = lastSentences(history);
  if (first === undefined) return null;
  const entries = history.lastSaid.map(({ entry }) => entry);
  return { text: `${phrases.SHORTER_OPENING} ${first}`, entries, part: 'talk' };
}

/** Repeats the last reply under a single opening. */
export function sayAgain(history: History, opening: string | null): Reply | null {
  if (history.lastReply === null) return null;
  const core = lastSentences(history).join(' ');
  const first = opening ?? pickOne(phrases.REPEAT_OPENINGS, history.replies);
  const entries = history.lastSaid.map(({ entry }) => entry);
  return { text: `${first} ${core}`, entries, part: 'talk' };
}

export function askWhich(between: readonly KnowledgeEntry[], opening: string): Reply {
  const labels = between.flatMap((entry) => entry.label ?? []);
  const text = `${opening}${labels.join(phrases.CLARIFY_OR)}?`;
  return { text, entries: between, part: 'clarify' };
}

/** One of several wordings in rotation, never the one used last. */
export function sayOneOf(
  wordings: readonly string[],
  history: History,
  part: Reply['part'] = 'talk',
): Reply {
  const last = history.lastReply ?? '';
  const fresh = wordings.filter((text) => !soundsTheSame(text, last));
  return { text: pickOne(fresh.length > 0 ? fresh : wordings, history.replies), entries: [], part };
}

export function pickOne(wordings: readonly string[], turn: number): string {
  return wordings[turn % wordings.length] ?? '';
}

/** What is said before something else: nobody asks and goes on. */
export function withoutQuestion(text: string): string {
  const sentences = toSentences(text);
  const asks = sentences.length > 1 && sentences.at(-1)?.endsWith('?') === true;
  return asks ? sentences.slice(0, -1).join(' ') : text;
}
