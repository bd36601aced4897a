import { createKnownMeanings, type KnownMeanings } from '../meaning/known-meanings.ts';
import { learnOnce } from '../meaning/learned-file.ts';
import type { SentenceEncoder } from '../meaning/sentence-encoder.ts';
import { examplesOf } from './entry-retriever.ts';
import type { Knowledge } from './knowledge-schema.ts';

export interface KnowMeaningsOptions {
  readonly encoder: SentenceEncoder;
  readonly knowledge: Knowledge;
  /** Where what was learned is kept. */
  readonly folder: string;
  /** See `KnownMeaningsOptions`. */
  readonly maxRemembered?: number | undefined;
}

/**
 * Learns the meanings of what the knowledge is asked with: some minutes of a processor the first time, then read from
 * a file.
 *
 * @throws an `EngineError`
 */
export async function knowMeanings(options: KnowMeaningsOptions): Promise<KnownMeanings> {
  const { encoder, knowledge, folder, maxRemembered } = options;
  const groups = knowledge.entries.map(examplesOf);
  const learned = await learnOnce(encoder, groups, folder);
  return createKnownMeanings({ encoder, learned, groups, maxRemembered });
}
