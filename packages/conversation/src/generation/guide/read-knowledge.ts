import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type Knowledge, knowledgeSchema } from '../../retrieval/entries/knowledge-schema.ts';
import { smallTalkEntries } from './small-talk.ts';

const guideSchema = z.object({
  /** Names of files below `facts/`, without `.json`, in the order in which ties are settled. */
  facts: z.array(z.string()),
  unknown: z.unknown(),
});

/** By the id of an entry: how else people ask it. */
const phrasingsSchema = z.record(z.string(), z.array(z.string()));
/** By the id of an entry: what is asked behind it, with the id of the entry that answers that. */
const followUpsSchema = z.record(z.string(), z.record(z.string(), z.string()));
/** The rest is read by the schema of the knowledge. */
const entrySchema = z.looseObject({ id: z.string() });

/**
 * The knowledge that a folder holds, with the small talk behind it: `guide.json` and the files of `facts/`
 * that it lists, with what `phrasings/` and `follow-ups/` hold for them under the same name.
 *
 * @throws an error of the file system where a file is missing, a `ZodError` that names what does not fit
 */
export function readKnowledge(folder: string): Knowledge {
  const read = (path: string): unknown => JSON.parse(readFileSync(join(folder, path), 'utf8'));
  const { facts, unknown } = guideSchema.parse(read('guide.json'));
  const readIfThere = (path: string): unknown => (existsSync(join(folder, path)) ? read(path) : {});
  const entries = facts.flatMap((name) => {
    const phrasings = phrasingsSchema.parse(readIfThere(`phrasings/${name}.json`));
    const followUps = followUpsSchema.parse(readIfThere(`follow-ups/${name}.json`));
    return z
      .array(entrySchema)
      .parse(read(`facts/${name}.json`))
      .map((entry) => ({
        ...entry,
        phrasings: phrasings[entry.id] ?? [],
        followUps: Object.entries(followUps[entry.id] ?? {}).map(([say, id]) => ({ say, id })),
      }));
  });
  return knowledgeSchema.parse({ entries: [...entries, ...smallTalkEntries], unknown });
}
