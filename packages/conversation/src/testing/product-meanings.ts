import { join } from 'node:path';
import { createSentenceEncoder } from '../engines/sentence-encoder/sentence-encoder.ts';
import { knowMeanings } from '../retrieval/entries/know-meanings.ts';
import type { KnownMeanings } from '../retrieval/meaning/known-meanings.ts';
import { productKnowledge } from './guide-content.ts';

/** Beside the packages: half a minute of a processor the first time. */
export const MEANINGS_FOLDER = join(
  import.meta.dirname,
  '../../../../node_modules/.cache/meanings',
);

/** Of the brand's own facts; its thread does not keep the process alive. */
export function knowProductMeanings(): Promise<KnownMeanings> {
  return knowMeanings({
    encoder: createSentenceEncoder(),
    knowledge: productKnowledge,
    folder: MEANINGS_FOLDER,
  });
}

/** So that others need not learn them. */
export async function learnProductMeanings(): Promise<void> {
  const encoder = createSentenceEncoder();
  await knowMeanings({ encoder, knowledge: productKnowledge, folder: MEANINGS_FOLDER });
  await encoder.close();
}
