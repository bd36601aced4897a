import { openSecret } from '../../platform/data-folder/open-secret.ts';

/** The secret that sessions of the API are signed with. See `openSecret` for what it throws. */
export function openSessionSecret(dataFolder: string): Promise<Buffer> {
  return openSecret(dataFolder, 'session-secret', 'sessions made so far end');
}
