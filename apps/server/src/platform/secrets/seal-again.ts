import { and, eq, isNotNull } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { credentialTable, phoneNumberTable } from '../database/platform-tables.ts';
import { canOpen } from './can-open.ts';
import type { Vault } from './vault.ts';

/**
 * Seals every stored secret again with the vault's current key, including those sealed with the previous
 * one, which can be discarded afterwards. Secrets that neither key opens are left unchanged and counted.
 */
export async function sealAgain(db: Database, vault: Vault, log: Logger): Promise<void> {
  let sealed = 0;
  let unreadable = 0;
  for (const table of [credentialTable, phoneNumberTable]) {
    const rows = await db
      .select({ id: table.id, sealed: table.sealed })
      .from(table)
      .where(isNotNull(table.sealed));
    for (const row of rows) {
      if (row.sealed === null) continue;
      if (!canOpen(vault, row.sealed, row.id)) {
        unreadable += 1;
        continue;
      }
      const again = vault.seal(vault.open(row.sealed, row.id), row.id);
      await db
        .update(table)
        .set({ sealed: again })
        // Another server may have taken a new secret meanwhile.
        .where(and(eq(table.id, row.id), eq(table.sealed, row.sealed)));
      sealed += 1;
    }
  }
  if (unreadable > 0) log.warn({ sealed, unreadable }, 'secrets that neither key opens were left');
  log.info({ sealed }, 'stored secrets sealed with the new key; the one before can go');
}
