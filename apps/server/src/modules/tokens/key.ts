import { randomBytes } from 'node:crypto';
import { sha256 } from '../../platform/secrets/sha256.ts';

export type TokenKind = 'public' | 'private';

export const KEY_PREFIX = { public: 'kd_pub_', private: 'kd_prv_' } as const satisfies Record<
  TokenKind,
  string
>;

/** A new key: its kind's prefix and 256 random bits. */
export function createKey(kind: TokenKind): string {
  return KEY_PREFIX[kind] + randomBytes(32).toString('base64url');
}

/**
 * What is stored of a key, SHA-256 in hex. A key has 256 bits of its own, so a fast hash is
 * enough, and looking the hash up by index tells an attacker's clock nothing about the key.
 */
export function hashKey(key: string): string {
  return sha256(key);
}
