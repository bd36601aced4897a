import { type AboutTheTalk, findAboutTheTalk } from './about-the-talk.ts';
import { clauseAsks } from './asks.ts';
import { toSpokenClauses } from './clauses.ts';
import { isCrisis } from './crisis.ts';
import { isFarewell } from './farewell.ts';
import { plainWords } from './plain-words.ts';
import { isReaction } from './reaction.ts';

/** What a turn does, where that does not depend on what the assistant knows. */
export type DialogueAct = 'crisis' | 'farewell' | 'reaction' | AboutTheTalk;

/** Whether someone is in danger, or near to someone who is: the line goes before whatever else they say. */
export function criesForHelp(turn: string): boolean {
  return isCrisis(plainWords(turn));
}

/** Null: it asks or tells something. */
export function findDialogueAct(turn: string): DialogueAct | null {
  const plain = plainWords(turn);
  if (isCrisis(plain)) return 'crisis';
  const asks = turn.trim().endsWith('?');
  // “That is it, yeah” agrees; “that is it” ends a call.
  if (!asks && isReaction(plain)) return 'reaction';
  if (!asks && isFarewell(plain)) return 'farewell';
  return findAboutTheTalk(plain) ?? findInClauses(turn);
}

/** More words behind it may say which part is meant: “tell me again, the teacher part”. */
const MAX_BEHIND = 2;

/** “A plugin, what is that?” asks for no repetition. */
const AGAIN = /\b(?:again|repeat|once more)\b/i;

/** “Who can read it, where is it kept … what was the other one”: who repeats a list wants the rest of it. */
const OF_LIST =
  /^(?:what|which) (?:was|were) (?:the|that) (?:other|last|first|second|third|rest)(?: of (?:it|them|that))?(?: (?:one|ones|thing|things|bit|part|point|question|questions))?(?: again)?$/;

/** “You go a bit fast for me, dear. Could you say that again?”: it is the only thing that is asked. */
function findInClauses(turn: string): AboutTheTalk | null {
  const clauses = toSpokenClauses(turn);
  const asked = clauses.filter(clauseAsks);
  const last = asked.at(-1);
  if (last === undefined) return null;
  const behind = clauses.slice(clauses.indexOf(last) + 1);
  if (behind.length === 0 && OF_LIST.test(last.plain)) return 'repeat';
  if (behind.some(({ plain }) => plain.split(' ').length > MAX_BEHIND)) return null;
  const [first = null, ...others] = asked.map(({ plain }) => findAboutTheTalk(plain));
  if (first === 'repeat' && !AGAIN.test(turn)) return null;
  return others.every((other) => other !== null) ? first : null;
}
