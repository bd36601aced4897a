import { openSecret } from '../data-folder/open-secret.ts';

/** The key of stored secrets: from the environment, or the data folder's own. */
export async function openVaultKey(dataFolder: string, configured: Buffer | null): Promise<Buffer> {
  return (
    configured ??
    openSecret(dataFolder, 'credential-key', 'every stored credential has to be entered again')
  );
}
