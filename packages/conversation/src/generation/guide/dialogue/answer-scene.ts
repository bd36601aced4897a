import { asksWhichScene } from '../acts/scene.ts';
import type { History } from './history.ts';
import * as phrases from './phrases.ts';
import { isAnswer, type Reply } from './reply.ts';

/**
 * To a caller who asks whether what was said holds of the call or of those who learn: that it was the call, and what
 * is known of the others; null: it is not asked, or nothing was said of the call alone.
 */
export function answerWhichScene(
  said: string,
  history: History,
  answer: (turn: string, history: History) => Reply,
): Reply | null {
  const ofCall = history.lastSaid.flatMap(({ entry }) => (entry.ofCall === true ? [entry] : []));
  const [subject] = ofCall;
  if (subject === undefined || !asksWhichScene(said)) return null;
  const { lastTurn } = history;
  const other = lastTurn === null ? null : answer(lastTurn, ofSchool(history, ofCall));
  const isFound =
    other !== null &&
    isAnswer(other) &&
    other.entries.every(({ kind, ofCall: isOfCall }) => kind === 'fact' && isOfCall !== true);
  return isFound
    ? { ...other, text: `${phrases.OF_CALL} ${other.text}` }
    : { text: `${phrases.OF_CALL} ${phrases.OF_SCHOOL}`, entries: [subject], part: 'talk' };
}

/** As if those who learn had been named, and what holds of the call been refused. */
const ofSchool = (history: History, ofCall: readonly { readonly id: string }[]): History => ({
  ...history,
  scene: 'school',
  rejected: new Set(ofCall.map(({ id }) => id)),
  lastSaid: [],
});
