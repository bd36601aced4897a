import { createKnownMeanings, type KnownMeanings } from '../meaning/known-meanings.ts';
import { learnOnce } from '../meaning/learned-file.ts';
import type { Examples, SentenceEncoder } from '../meaning/sentence-encoder.ts';
import { examplesOf } from './entry-retriever.ts';
import { followUpsOf } from './follow-ups.ts';
import type { Knowledge, KnowledgeEntry } from './knowledge-schema.ts';

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
  const examples = toExamples(knowledge.entries);
  const learned = await learnOnce(encoder, examples, folder);
  return createKnownMeanings({ encoder, learned, examples, maxRemembered });
}

function toExamples(entries: readonly KnowledgeEntry[]): Examples {
  const numberOf = new Map(entries.map(({ id }, place) => [id, place]));
  const followUps = followUpsOf(entries).flatMap(({ text, behind, id }) => {
    const [from, to] = [numberOf.get(behind), numberOf.get(id)];
    return from === undefined || to === undefined ? [] : [{ text, behind: from, group: to }];
  });
  return { groups: entries.map(examplesOf), followUps };
}
