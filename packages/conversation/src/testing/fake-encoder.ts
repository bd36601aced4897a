import { learnMeaning } from '../retrieval/meaning/meaning-space.ts';
import type { Examples, SentenceEncoder } from '../retrieval/meaning/sentence-encoder.ts';

/** Makes vectors by a function, and learns of them as an encoder does. */
export function createFakeEncoder(
  vectorOf: (text: string) => Float32Array,
  model = 'fake@1',
): SentenceEncoder {
  return {
    kind: 'universal',
    size: vectorOf('').length,
    model,
    encode: async (texts) => texts.map(vectorOf),
    learn: async (examples) => learnBy(vectorOf, examples),
    close: async () => undefined,
  };
}

export function learnBy(vectorOf: (text: string) => Float32Array, { groups, followUps }: Examples) {
  return learnMeaning(
    groups.map((group) => group.map(vectorOf)),
    followUps.map(({ text, ...places }) => ({ vector: vectorOf(text), ...places })),
  );
}
