import { join } from 'node:path';
import {
  createSentenceEncoder,
  type EncoderModel,
} from '../engines/sentence-encoder/sentence-encoder.ts';
import { knowMeanings } from '../retrieval/entries/know-meanings.ts';
import type { KnownMeanings } from '../retrieval/meaning/known-meanings.ts';
import { productKnowledge } from './guide-content.ts';

/** Beside the packages: some minutes of a processor the first time. */
export const MEANINGS_FOLDER = join(
  import.meta.dirname,
  '../../../../node_modules/.cache/meanings',
);

/** Of the brand's own facts; its thread does not keep the process alive. */
export function knowProductMeanings(
  installed: EncoderModel | null = null,
  maxRemembered?: number,
): Promise<KnownMeanings> {
  return knowMeanings({
    maxRemembered,
    encoder: createSentenceEncoder(installed),
    knowledge: productKnowledge,
    // Of what was learned by different encoders, the latest alone is kept in a folder.
    folder: installed === null ? MEANINGS_FOLDER : `${MEANINGS_FOLDER}-${installed.name}`,
  });
}

/** So that others need not learn them. */
export async function learnProductMeanings(): Promise<void> {
  const encoder = createSentenceEncoder();
  await knowMeanings({ encoder, knowledge: productKnowledge, folder: MEANINGS_FOLDER });
  await encoder.close();
}
