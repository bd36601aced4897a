import type { History } from './history.ts';

/** The assistant itself is spoken to or of. */
const ADDRESSES = /\b(?:you|your|i|this)\b/i;

/** “Who decides that, is it a person or the AI” asks about the scores that were spoken of. */
export function isOfWhatWasSaid(turn: string, { lastSaid }: Pick<History, 'lastSaid'>): boolean {
  return !ADDRESSES.test(turn) && lastSaid.some(({ entry }) => entry.kind === 'fact');
}
