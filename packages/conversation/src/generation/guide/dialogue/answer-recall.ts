import type { KnowledgeEntry } from '../../../retrieval/entries/knowledge-schema.ts';
import { contentOf } from '../../../retrieval/language/words.ts';
import { criesForHelp } from '../acts/dialogue-act.ts';
import { readRecall } from '../acts/recall.ts';
import { answerFor } from './answer-for.ts';
import type { History } from './history.ts';
import * as phrases from './phrases.ts';
import { pickOne, type Reply } from './reply.ts';

/** To a turn that asks again for what was said earlier; null: it does not, or that was never said. */
export function answerRecall(said: string, history: History): Reply | null {
  const subject = readRecall(said);
  if (subject === null || criesForHelp(said)) return null;
  const entry = findSaid(subject, history.factsLately);
  if (entry === null) return null;
  const opening = pickOne(phrases.REPEAT_OPENINGS, history.replies);
  return { text: `${opening} ${answerFor(entry, history)}`, entries: [entry], part: 'answer' };
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
