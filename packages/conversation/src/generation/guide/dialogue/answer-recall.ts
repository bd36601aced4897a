import type { KnowledgeEntry } from '../../../retrieval/entries/knowledge-schema.ts';
import { contentOf } from '../../../retrieval/language/words.ts';
import { criesForHelp, findDialogueAct } from '../acts/dialogue-act.ts';
import { readRecall } from '../acts/recall.ts';
import { answerFor } from './answer-for.ts';
import type { History } from './history.ts';
import * as phrases from './phrases.ts';
import { pickOne, type Reply } from './reply.ts';

/** To a turn that asks again for what was said earlier; null: it does not, or that was never said. */
export function answerRecall(said: string, history: History): Reply | null {
  const subject = readRecall(said);
  if (criesForHelp(said)) return null;
  const entry =
    subject === null ? findEarlier(said, history) : findSaid(subject, history.factsLately);
  if (entry === null) return null;
  const opening = pickOne(phrases.REPEAT_OPENINGS, history.replies);
  return { text: `${opening} ${answerFor(entry, history)}`, entries: [entry], part: 'answer' };
}

/** Words of the turn that an earlier answer holds and the last one does not. */
const MIN_NAMED = 2;

/** “No, the questions for the school, can you say them again”: an answer before the last; null: the last one. */
function findEarlier(said: string, { lastSaid, factsLately }: History): KnowledgeEntry | null {
  const act = findDialogueAct(said);
  if (act !== 'repeat' && act !== 'slower') return null;
  const words = contentOf(said);
  const count = ({ label = '', answer, questions }: KnowledgeEntry): number => {
    const own = contentOf([label, answer, ...questions].join(' '));
    return [...words].filter((word) => own.has(word)).length;
  };
  const last = Math.max(0, ...lastSaid.map(({ entry }) => count(entry)));
  const best = factsLately.reduce<KnowledgeEntry | null>(
    (found, entry) => (found !== null && count(found) > count(entry) ? found : entry),
    null,
  );
  return best !== null && count(best) >= last + MIN_NAMED ? best : null;
}

/** The last entry that is named so, or else the last that says something of it. */
function findSaid(subject: string, said: readonly KnowledgeEntry[]): KnowledgeEntry | null {
  const wanted = [...contentOf(subject)];
  if (wanted.length === 0) return null;
  const holds = (text: string): boolean => {
    const own = contentOf(text);
    return wanted.every((word) => own.has(word));
  };
  return (
    said.findLast(({ label = '', keywords }) => holds([label, ...keywords].join(' '))) ??
    said.findLast(({ questions }) => questions.some(holds)) ??
    said.findLast(({ answer }) => holds(answer)) ??
    null
  );
}
