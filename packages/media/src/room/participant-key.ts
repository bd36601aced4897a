import { createHash } from 'node:crypto';

/** What may be stored of a participant's key (the end of their `location`): it proves the key and does not tell it. */
export function hashParticipantKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
