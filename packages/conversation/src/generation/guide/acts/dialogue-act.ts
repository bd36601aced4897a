import { type AboutTheTalk, findAboutTheTalk } from './about-the-talk.ts';
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
  return !asks && isFarewell(plain) ? 'farewell' : findAboutTheTalk(plain);
}
