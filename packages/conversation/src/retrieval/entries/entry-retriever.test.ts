import { expect, it } from 'vitest';
import { productKnowledge } from '../../testing/guide-content.ts';
import { contentOf } from '../language/words.ts';
import { createEntryRetriever } from './entry-retriever.ts';

const { search } = createEntryRetriever(productKnowledge.entries);

it('finds whose question it is, word for word, however many others are alike', () => {
  for (const { id, kind, questions } of productKnowledge.entries) {
    const question = questions.find((text) => contentOf(text).size > 1);
    if (kind !== 'fact' || question === undefined) continue;
    expect(search(question)[0]?.entry.id, question).toBe(id);
  }
});
