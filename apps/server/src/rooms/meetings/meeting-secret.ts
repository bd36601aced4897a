import { openSecret } from '../../platform/data-folder/open-secret.ts';

/** The secret that meeting tokens are signed with. See `openSecret` for what it throws. */
export function openMeetingSecret(dataFolder: string): Promise<Buffer> {
  return openSecret(dataFolder, 'meeting-secret', 'meeting tokens made so far open nothing');
}
