import { type AboutTheTalk, findAboutTheTalk } from './about-the-talk.ts';
import { isCrisis } from './crisis.ts';
import { isFarewell } from './farewell.ts';
import { isReaction } from './reaction.ts';

/** What a turn does, where that does not depend on what the assistant knows. */
export type DialogueAct = 'crisis' | 'farewell' | 'reaction' | AboutTheTalk;

/** Null: it asks or tells something. */
export function findDialogueAct(turn: string): DialogueAct | null {
  if (isCrisis(turn)) return 'crisis';
  if (isFarewell(turn)) return 'farewell';
  return isReaction(turn) ? 'reaction' : findAboutTheTalk(turn);
}
