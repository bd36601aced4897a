import type { Knowledge } from '../../../retrieval/entries/knowledge-schema.ts';
import { findDialogueAct } from '../acts/dialogue-act.ts';
import type { History, Said } from './history.ts';
import { isOfWhatWasSaid } from './of-what-was-said.ts';
import * as phrases from './phrases.ts';
import { type Reply, sayOneOf } from './reply.ts';
import { toShortAnswer } from './short-answers.ts';
import type { Speaker } from './speaker.ts';

export interface ActAnswererOptions {
  readonly knowledge: Knowledge;
  readonly sayOne: Speaker;
  readonly asksFact: (turn: string, history: History) => boolean;
}

/** Answers what a turn does, where that does not depend on what it asks; null: it asks or tells something. */
export function createActAnswerer({ knowledge, sayOne, asksFact }: ActAnswererOptions) {
  const actions = new Map(
    knowledge.entries.flatMap((entry) =>
      entry.action === undefined ? [] : [[entry.action, entry] as const],
    ),
  );

  /** Whoever was offered help is not asked what else they would like to know. */
  function sayHelp({ entry, part }: Said): Reply {
    const text = part === 'answer' ? (entry.more ?? entry.answer) : entry.answer;
    return { text, entries: [entry], part: 'more' };
  }

  return (turn: string, history: History): Reply | null => {
    const act = findDialogueAct(turn);
    if (act === 'human' && isOfWhatWasSaid(turn, history)) return null;
    const help = history.lastSaid.find(({ entry }) => entry.action === 'crisis');
    if (help !== undefined && act !== 'crisis' && !asksFact(turn, history)) return sayHelp(help);
    // There is nothing to say shorter.
    if (act === null || (act === 'shorter' && history.lastSaid.length === 0)) return null;
    if (act === 'reaction') return toShortAnswer(turn) === null ? listen(history) : null;
    if (act === 'wait') return sayOneOf(phrases.WAITING, history);
    const entry = actions.get(act);
    return entry === undefined ? null : sayOne(entry, history);
  };
}

/** Nobody is asked for more who has heard nothing yet. */
function listen(history: History): Reply {
  const wordings = history.lastTurn === null ? [phrases.MET_ASK] : phrases.LISTENING;
  return sayOneOf(wordings, history);
}
