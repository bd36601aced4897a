import { asc } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { orgTable } from '../../platform/database/schema.ts';
import { createKey } from './key.ts';
import { createTokenStore, type Token } from './token-store.ts';

/** The file in the data folder that holds the operator's key. */
export interface StoredKey {
  readPrivateKey(): Promise<string | null>;
  keepPrivateKey(key: string): Promise<void>;
}

/** The operator's private key: in a file, where the server's commands find it. */
export interface OwnerKey {
  /**
   * Puts a new key in the place of one that was revoked: its commands would be refused with the old
   * one. False when the kept key is good, is another server's, or was taken away.
   */
  replaceRevoked(): Promise<boolean>;
  /** Makes a new key for the organisation of this server, and revokes the kept one. */
  renew(): Promise<void>;
}

const NAME = 'Owner';

export function createOwnerKey(db: Database, kept: StoredKey): OwnerKey {
  async function make(orgId: string): Promise<void> {
    const key = createKey('private');
    // Kept before it is valid, as at the first start: no key may be lost to a crash in between.
    await kept.keepPrivateKey(key);
    await createTokenStore(db).create({ orgId, kind: 'private', name: NAME }, key);
  }
  async function findRetained(): Promise<Token | null> {
    const key = await kept.readPrivateKey();
    return key === null ? null : createTokenStore(db).findByKey(key);
  }
  return {
    async replaceRevoked() {
      const token = await findRetained();
      if (token === null || token.revokedAt === null) return false;
      await make(token.orgId);
      return true;
    },
    async renew() {
      const old = await findRetained();
      const orgId = old?.orgId ?? (await firstOrg(db));
      await make(orgId);
      if (old !== null && old.revokedAt === null) await createTokenStore(db).revoke(old.id);
    },
  };
}

/** The one whose website the server shows. */
async function firstOrg(db: Database): Promise<string> {
  const [first] = await db
    .select({ id: orgTable.id })
    .from(orgTable)
    .orderBy(asc(orgTable.createdAt), asc(orgTable.id))
    .limit(1);
  if (first !== undefined) return first.id;
  throw new Error(
    'There is no organisation yet. Start the server once: it makes one, and its key.',
  );
}
