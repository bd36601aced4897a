import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { listIfThere, readIfThere } from '../data-folder/if-there.ts';
import type { MailMessage } from '../database/schema.ts';
import { parseMail } from './parse-mail.ts';
import { readMailText } from './read-mail-text.ts';

/** Mail that was written into the outbox folder instead of being sent. */
export interface OutboxFiles {
  /** Names of the mails that speak of one of these addresses, in whichever part; the oldest first. */
  findAbout(addresses: readonly string[]): Promise<string[]>;
  /** What a mail says; null when it is gone. */
  read(name: string): Promise<MailMessage | null>;
  /** One that is gone already is none the less. */
  remove(name: string): Promise<void>;
  /** Deletes those written before `moment`. Answers how many. */
  removeOlder(instant: Date): Promise<number>;
}

export function createOutboxFiles(folder: string): OutboxFiles {
  async function findWhere(isMeant: (path: string) => Promise<boolean>): Promise<string[]> {
    const found: string[] = [];
    for (const name of (await listIfThere(folder)).toSorted()) {
      // Unfinished ones, which a crash left, hold as much.
      if (/\.eml(?:\.part)?$/.test(name) && (await isMeant(join(folder, name)))) found.push(name);
    }
    return found;
  }
  const remove = (name: string) => rm(join(folder, name), { force: true });
  return {
    remove,
    async findAbout(addresses) {
      const wanted = addresses.map((address) => address.toLowerCase());
      if (wanted.length === 0) return [];
      return findWhere(async (path) => {
        const file = await readIfThere(path);
        const text = file === null ? '' : readMailText(file).toLowerCase();
        return wanted.some((address) => text.includes(address));
      });
    },
    async read(name) {
      const file = await readIfThere(join(folder, name));
      return file === null ? null : parseMail(file);
    },
    async removeOlder(instant) {
      const older = await findWhere(async (path) => (await stat(path)).mtimeMs < instant.getTime());
      for (const name of older) await remove(name);
      return older.length;
    },
  };
}
