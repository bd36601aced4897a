import type { Passage } from '../../../retrieval/passages/passage.ts';
import { continuePassage, quotePassage } from '../../../retrieval/passages/say-passage.ts';
import { retrievalQueries } from '../../../retrieval/retrieval-query.ts';
import type { ModelMessage } from '../../model.ts';
import type { Understanding } from './decide.ts';
import type { History } from './history.ts';
import { askedTerm, findMeantInFiles } from './misheard-in-files.ts';
import { MEANT_OPENINGS, NO_MORE } from './phrases.ts';
import { type Reply, sayOneOf } from './reply.ts';

export interface PassageTurn {
  readonly turn: string;
  readonly history: History;
  readonly messages: readonly ModelMessage[];
  readonly passages: readonly Passage[];
  readonly understanding: () => Understanding;
}

/** Likelihood from which files take precedence over what was written for the guide. */
const CERTAIN = 0.7;
/**
 * Likelihood from which they answer what nothing else does. It is high because one mistake is worse: a caller who
 * hears "I do not know" may ask again, one who hears the wrong passage may believe it.
 */
const LIKELIHOOD_THRESHOLD = 0.55;

/** Answers from the assistant's own files, and otherwise by `otherwise`. */
export function answerFromPassages(asked: PassageTurn, otherwise: () => Reply): Reply {
  const found = asked.understanding();
  const entry = found.kind === 'entries' ? found.entries[0] : undefined;
  // Questions about the conversation, and a caller in danger, are never answered from files.
  if (entry?.action === 'more') return sayMore(asked) ?? otherwise();
  if (entry !== undefined && (entry.action !== undefined || isUrgent(entry, asked.turn)))
    return otherwise();
  const said = asked.messages.flatMap(({ role, content }) =>
    role === 'assistant' ? [content] : [],
  );
  const enough = found.kind === 'entries' ? CERTAIN : LIKELIHOOD_THRESHOLD;
  for (const question of retrievalQueries(asked.messages)) {
    const quoted = quotePassage({ question, passages: asked.passages, said });
    if (quoted !== null && quoted.likely >= enough)
      return { text: quoted.text, entries: [], part: 'answer' };
  }
  return askInFiles(asked, found, said) ?? otherwise();
}

/** Asks about what was probably misheard; null: nothing was, or something else comes close. */
function askInFiles(
  { turn, history, passages }: PassageTurn,
  found: Understanding,
  said: readonly string[],
): Reply | null {
  if (found.kind !== 'unknown' || history.isClarifying) return null;
  const meant = findMeantInFiles({ turn, passages, said });
  if (meant === null) return null;
  const { text } = sayOneOf(MEANT_OPENINGS, history);
  return { text: `${text}${meant.term}?`, entries: [], part: 'clarify' };
}

/** The files' answer after a yes to that; null: it was a yes to something else. */
export function answerMeantInFiles({
  history,
  passages,
}: Pick<PassageTurn, 'history' | 'passages'>): Reply | null {
  const { lastReply, lastTurn } = history;
  if (lastReply === null || lastTurn === null || askedTerm(lastReply) === null) return null;
  const meant = findMeantInFiles({ turn: lastTurn, passages, said: [] });
  return meant === null ? null : { text: meant.text, entries: [], part: 'answer' };
}

function sayMore({ history, passages }: PassageTurn): Reply | null {
  const text = history.lastReply === null ? null : continuePassage(passages, history.lastReply);
  return text === null ? null : { text: text || NO_MORE, entries: [], part: 'more' };
}

function isUrgent({ urgent }: { readonly urgent: readonly string[] }, turn: string): boolean {
  const plain = turn.toLowerCase();
  return urgent.some((phrase) => plain.includes(phrase.toLowerCase()));
}
