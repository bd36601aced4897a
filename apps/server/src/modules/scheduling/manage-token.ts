import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { sha256 } from '../../platform/secrets/sha256.ts';

/** Makes and checks the secrets that manage bookings; only their hashes are stored. */
export interface ManageTokens {
  /** 256 bits, base64url. Always the same for a booking, so that a repeated request is answered alike. */
  tokenFor(bookingId: string): string;
}

export function createManageTokens(secret: Buffer): ManageTokens {
  return {
    tokenFor: (bookingId) =>
      createHmac('sha256', secret).update(`manage:${bookingId}`).digest('base64url'),
  };
}

/** Looks like a manage token and opens nothing. */
export function createHoneypotToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Whether `token` is the one whose hash was stored, in a time that tells nothing of where they differ. */
export function isToken(token: string, storedHash: string): boolean {
  const given = Buffer.from(sha256(token));
  const stored = Buffer.from(storedHash);
  return given.length === stored.length && timingSafeEqual(given, stored);
}
