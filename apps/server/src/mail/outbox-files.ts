import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { listIfThere } from '../data-folder/if-there.ts';
import { readMailText } from './read-mail-text.ts';

/** Mail that was written into the outbox folder instead of being sent. */
export interface OutboxFiles {
  /** Deletes the mails that speak of one of these addresses, in whichever part. Answers how many. */
  removeAbout(addresses: readonly string[]): Promise<number>;
  /** Deletes those written before `moment`. Answers how many. */
  removeOlder(moment: Date): Promise<number>;
}

export function createOutboxFiles(folder: string): OutboxFiles {
  async function removeWhere(isGone: (path: string) => Promise<boolean>): Promise<number> {
    let removed = 0;
    for (const name of await listIfThere(folder)) {
      // Unfinished ones, which a crash left, hold as much.
      if (!/\.eml(?:\.part)?$/.test(name)) continue;
      const path = join(folder, name);
      if (!(await isGone(path))) continue;
      await rm(path, { force: true });
      removed += 1;
    }
    return removed;
  }
  return {
    async removeAbout(addresses) {
      const wanted = addresses.map((address) => address.toLowerCase());
      if (wanted.length === 0) return 0;
      return removeWhere(async (path) => {
        const text = readMailText(await readFile(path)).toLowerCase();
        return wanted.some((address) => text.includes(address));
      });
    },
    removeOlder: (moment) =>
      removeWhere(async (path) => (await stat(path)).mtimeMs < moment.getTime()),
  };
}
