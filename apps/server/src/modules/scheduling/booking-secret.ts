import { openSecret } from '../../platform/data-folder/open-secret.ts';

/** The secret that manage links are made with. See `openSecret` for what it throws. */
export function openBookingSecret(dataFolder: string): Promise<Buffer> {
  return openSecret(dataFolder, 'booking-secret', 'links sent so far still work');
}
