import { VaultError } from './create-vault.ts';
import type { Vault } from './vault.ts';

/** Whether what was sealed can be read with this server's key. */
export function canOpen(vault: Vault, sealed: Buffer, context: string): boolean {
  try {
    vault.open(sealed, context);
    return true;
  } catch (error) {
    if (error instanceof VaultError) return false;
    throw error;
  }
}
