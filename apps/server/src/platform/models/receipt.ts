import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { listIfThere } from '../data-folder/if-there.ts';

/** Written last into a model's folder: a folder without it is none that was installed. */
export const RECEIPT = 'installed.json';

const receiptSchema = z.object({
  name: z.string(),
  licence: z.string(),
  installedAt: z.string(),
  files: z.array(z.object({ path: z.string(), bytes: z.number(), sha256: z.string() })),
});
/** What was installed, and what it was. */
export type Receipt = z.infer<typeof receiptSchema>;

/** The receipt of a model's folder; null where nothing is installed whole. */
export async function readReceipt(folder: string): Promise<Receipt | null> {
  try {
    return receiptSchema.parse(JSON.parse(await readFile(join(folder, RECEIPT), 'utf8')));
  } catch {
    return null;
  }
}

/** Names of what is installed in the folder of all models. */
export async function listInstalled(modelsFolder: string): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for (const name of await listIfThere(modelsFolder)) {
    if ((await readReceipt(join(modelsFolder, name))) !== null) names.add(name);
  }
  return names;
}
