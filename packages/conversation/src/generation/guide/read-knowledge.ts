import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type Knowledge, knowledgeSchema } from '../../retrieval/entries/knowledge-schema.ts';
import { smallTalkEntries } from './small-talk.ts';

const guideSchema = z.object({
  /** Names of files below `facts/`, without `.json`, in the order in which ties are settled. */
  facts: z.array(z.string()),
  unknown: z.unknown(),
});

/**
 * The knowledge that a folder holds, with the small talk behind it: `guide.json` and the files of `facts/`
 * that it lists.
 *
 * @throws an error of the file system where a file is missing, a `ZodError` that names what does not fit
 */
export function readKnowledge(folder: string): Knowledge {
  const read = (path: string): unknown => JSON.parse(readFileSync(join(folder, path), 'utf8'));
  const { facts, unknown } = guideSchema.parse(read('guide.json'));
  const entries = facts.flatMap((name) => z.array(z.unknown()).parse(read(`facts/${name}.json`)));
  return knowledgeSchema.parse({ entries: [...entries, ...smallTalkEntries], unknown });
}
