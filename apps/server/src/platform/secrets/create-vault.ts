import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Vault } from './vault.ts';

const ALGORITHM = 'aes-256-gcm';
/** First byte of everything sealed: tells this format from later ones. */
const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + NONCE_BYTES + TAG_BYTES;

/** What was sealed cannot be read: with another key, in another place, or it was changed. */
export class VaultError extends Error {
  override readonly name = 'VaultError';
}

/**
 * A vault with a key of 32 bytes, which also opens what was sealed with the key before it.
 *
 * @throws a `RangeError` for a key of another length
 */
export function createVault(key: Buffer, previous: Buffer | null = null): Vault {
  const keys = previous === null ? [key] : [key, previous];
  if (keys.some(({ length }) => length !== 32))
    throw new RangeError('The key of a vault has 32 bytes.');
  return {
    seal(plain, context) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(Buffer.from(context));
      const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), sealed]);
    },
    open(given, context) {
      // Some drivers answer bytes that are not a Buffer.
      const sealed = Buffer.from(given);
      if (sealed.length < HEAD_BYTES || sealed[0] !== VERSION) throw unreadable();
      const causes: unknown[] = [];
      for (const one of keys) {
        try {
          return openWith(one, sealed, context);
        } catch (cause) {
          causes.push(cause);
        }
      }
      throw unreadable(causes[0]);
    },
  };
}

function openWith(key: Buffer, sealed: Buffer, context: string): string {
  const nonce = sealed.subarray(1, 1 + NONCE_BYTES);
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(sealed.subarray(1 + NONCE_BYTES, HEAD_BYTES));
  const plain = [decipher.update(sealed.subarray(HEAD_BYTES)), decipher.final()];
  return Buffer.concat(plain).toString('utf8');
}

function unreadable(cause?: unknown): VaultError {
  return new VaultError(
    'A stored secret cannot be read with this key. Start the server with the CREDENTIAL_KEY, or the data folder, that it was stored with.',
    { cause },
  );
}
