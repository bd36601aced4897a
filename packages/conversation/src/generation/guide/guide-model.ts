import { setImmediate } from 'node:timers/promises';
import { type KnowledgeInput, knowledgeSchema } from '../../retrieval/entries/knowledge-schema.ts';
import { toSentences } from '../../retrieval/language/sentences.ts';
import type { Model } from '../model.ts';
import { createAnswerer } from './dialogue/answer.ts';
import { extendKnowledge } from './extend-knowledge.ts';
import { productKnowledge } from './knowledge/index.ts';

export interface GuideModelOptions {
  /** Facts of the assistant's own, parsed here; throws a ZodError that names what does not fit. */
  readonly knowledge?: KnowledgeInput;
}

/**
 * The answerer that needs no network: it looks up what was asked among written facts and says them,
 * sentence by sentence, or says that it does not know. Deterministic; keeps nothing between calls.
 */
export function createGuideModel(options: GuideModelOptions = {}): Model {
  const own = options.knowledge === undefined ? null : knowledgeSchema.parse(options.knowledge);
  const answer = createAnswerer(own === null ? productKnowledge : extendKnowledge(own));
  return {
    provider: 'kindling',
    async *respond({ messages, passages, signal }) {
      // What was typed in one go is one question: an answer that is void by now is not looked for.
      await setImmediate();
      signal?.throwIfAborted();
      const sentences = toSentences(answer(messages, passages).text);
      for (const [index, sentence] of sentences.entries()) {
        signal?.throwIfAborted();
        yield index === 0 ? sentence : ` ${sentence}`;
      }
    },
  };
}
