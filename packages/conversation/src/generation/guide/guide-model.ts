import { setImmediate } from 'node:timers/promises';
import { examplesOf } from '../../retrieval/entries/entry-retriever.ts';
import {
  type Knowledge,
  type KnowledgeInput,
  knowledgeSchema,
} from '../../retrieval/entries/knowledge-schema.ts';
import { createKnownQuestions } from '../../retrieval/entries/known-questions.ts';
import { toSentences } from '../../retrieval/language/sentences.ts';
import type { KnownMeanings } from '../../retrieval/meaning/known-meanings.ts';
import { noteMeanings, searchWithMeanings } from '../../retrieval/meaning/search-with-meanings.ts';
import type { Model, Understood } from '../model.ts';
import { createAnswerer } from './dialogue/answer.ts';
import type { Reply } from './dialogue/reply.ts';
import { extendKnowledge, smallTalkKnowledge } from './extend-knowledge.ts';

export interface GuideModelOptions {
  /** The facts that an assistant's own extend. @default the small talk */
  readonly base?: Knowledge;
  /** Facts of the assistant's own. */
  readonly knowledge?: KnowledgeInput;
  /** Meanings, which `knowMeanings` learned of `base`. Until they come, and where that fails, words alone decide. */
  readonly meanings?: Promise<KnownMeanings>;
}

function understoodAs({ part, isLost, entries: [first] }: Reply): Understood {
  if (part === 'talk') return isLost === true ? 'unclear' : 'talk';
  if (part === 'unsure' || part === 'clarify') return 'guess';
  if (part === 'unknown') return 'unclear';
  return first?.kind === 'fact' ? 'fact' : 'talk';
}

/**
 * The answerer that needs no network: it looks up what was asked among written facts and says them,
 * sentence by sentence, or says that it does not know. Deterministic: what it keeps between calls only saves looking
 * up the same words again.
 *
 * @throws a `ZodError` that names what does not fit in `knowledge`
 */
export function createGuideModel(options: GuideModelOptions = {}): Model {
  const { base = smallTalkKnowledge, knowledge, meanings } = options;
  const known =
    knowledge === undefined ? base : extendKnowledge(knowledgeSchema.parse(knowledge), base);
  const learned = noteMeanings(meanings);
  const answer = createAnswerer(known, learned);
  return {
    provider: 'kindling',
    knows: createKnownQuestions(known.entries),
    expects: {
      phrases: known.entries.flatMap(examplesOf),
      understand: async (messages, otherHearing) =>
        understoodAs(await searchWithMeanings(() => answer(messages, { otherHearing }), learned())),
    },
    async *respond({ messages, signal, ...found }) {
      // Several messages may arrive in one tick: only the last of them is worth a search.
      await setImmediate();
      signal?.throwIfAborted();
      const reply = await searchWithMeanings(() => answer(messages, found), learned());
      signal?.throwIfAborted();
      const sentences = toSentences(reply.text);
      for (const [index, sentence] of sentences.entries()) {
        signal?.throwIfAborted();
        yield index === 0 ? sentence : ` ${sentence}`;
      }
    },
  };
}
