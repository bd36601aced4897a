import type { Passage } from '../../../retrieval/passages/passage.ts';
import { continuePassage, quotePassage } from '../../../retrieval/passages/say-passage.ts';
import { retrievalQueries } from '../../../retrieval/retrieval-query.ts';
import type { ModelMessage } from '../../model.ts';
import type { History } from './history.ts';
import { NO_MORE } from './phrases.ts';
import type { Reply } from './reply.ts';
import type { Understanding } from './understand.ts';

export interface PassageTurn {
  readonly turn: string;
  readonly history: History;
  readonly messages: readonly ModelMessage[];
  readonly passages: readonly Passage[];
  readonly understanding: () => Understanding;
}

/** From here on the files answer before anything that was written for the guide. */
const CERTAIN = 0.7;
/**
 * From here on they answer what nothing else does. Of the two mistakes one is worse: who hears "I do
 * not know" may ask again, who hears another passage may believe it.
 */
const LIKELIHOOD_THRESHOLD = 0.55;

/** What the assistant's own files say; what they do not say is left to `otherwise`. */
export function answerFromPassages(asked: PassageTurn, otherwise: () => Reply): Reply {
  const found = asked.understanding();
  const entry = found.kind === 'entries' ? found.entries[0] : undefined;
  // A question about the conversation, or somebody in danger, is never a matter of files.
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
  return otherwise();
}

function sayMore({ history, passages }: PassageTurn): Reply | null {
  const text = history.lastReply === null ? null : continuePassage(passages, history.lastReply);
  return text === null ? null : { text: text || NO_MORE, entries: [], part: 'more' };
}

function isUrgent({ urgent }: { readonly urgent: readonly string[] }, turn: string): boolean {
  const plain = turn.toLowerCase();
  return urgent.some((phrase) => plain.includes(phrase.toLowerCase()));
}
