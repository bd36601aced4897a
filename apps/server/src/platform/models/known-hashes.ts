import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { writeWhole } from '../data-folder/write-whole.ts';

const hashesSchema = z.record(z.string(), z.string());

/**
 * Hashes that the catalogue does not know, by the file's public address, as the first download brought
 * them.
 */
export interface KnownHashes {
  /** The one that was kept; undefined before the first download. */
  get(address: string): string | undefined;
  keep(address: string, sha256: string): Promise<void>;
}

export async function openKnownHashes(modelsFolder: string): Promise<KnownHashes> {
  const path = join(modelsFolder, 'hashes.json');
  const hashes = new Map(Object.entries(await read(path)));
  return {
    get: (address) => hashes.get(address),
    async keep(address, sha256) {
      hashes.set(address, sha256);
      await writeWhole(path, `${JSON.stringify(Object.fromEntries(hashes), null, 2)}\n`);
    },
  };
}

async function read(path: string): Promise<Record<string, string>> {
  const text = await readFile(path, 'utf8').catch(() => '{}');
  return hashesSchema.parse(JSON.parse(text));
}
