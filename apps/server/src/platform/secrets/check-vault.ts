import { desc } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { credentialTable } from '../database/platform-tables.ts';
import { VaultError } from './create-vault.ts';
import type { Vault } from './vault.ts';

/** Says at the start, and not first when a call needs it, that stored secrets are of another key. */
export async function checkVault(db: Database, vault: Vault, log: Logger): Promise<void> {
  const [newest] = await db
    .select({ id: credentialTable.id, sealed: credentialTable.sealed })
    .from(credentialTable)
    .orderBy(desc(credentialTable.createdAt))
    .limit(1);
  if (newest === undefined) return;
  try {
    vault.open(newest.sealed, newest.id);
  } catch (error) {
    if (!(error instanceof VaultError)) throw error;
    log.warn({ credentialId: newest.id }, error.message);
  }
}
