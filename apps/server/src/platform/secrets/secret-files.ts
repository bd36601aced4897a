import { join } from 'node:path';
import { readIfThere } from '../data-folder/if-there.ts';
import { openSecret } from '../data-folder/open-secret.ts';

/** By the names of their files in the data folder; what is derived has the same names. */
export const SECRET_NAMES = [
  'booking-secret',
  'meeting-secret',
  'session-secret',
  'credential-key',
] as const;
export type SecretName = (typeof SECRET_NAMES)[number];
export type SecretValues = Readonly<Record<SecretName, Buffer>>;

/** What deleting a file costs. */
const OTHERWISE: Readonly<Record<SecretName, string>> = {
  'booking-secret': 'links sent so far still work',
  'meeting-secret': 'meeting tokens made so far open nothing',
  'session-secret': 'sessions made so far end',
  'credential-key': 'every stored credential has to be entered again',
};

/** A secret of the data folder, made where there is none. See `openSecret` for what it throws. */
export function openSecretFile(dataFolder: string, name: SecretName): Promise<Buffer> {
  return openSecret(dataFolder, name, OTHERWISE[name]);
}

/** The secrets of the data folder that are there. */
export async function readSecretFiles(dataFolder: string): Promise<Map<SecretName, Buffer>> {
  const found = new Map<SecretName, Buffer>();
  for (const name of SECRET_NAMES) {
    if ((await readIfThere(join(dataFolder, name))) === null) continue;
    found.set(name, await openSecretFile(dataFolder, name));
  }
  return found;
}
