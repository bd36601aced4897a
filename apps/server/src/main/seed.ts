import { randomUUID } from 'node:crypto';
import type { AssistantCreate } from '@kindling/protocol';
import { createAssistantStore } from '../modules/assistants/assistant-store.ts';
import { createKey } from '../modules/tokens/key.ts';
import { createTokenStore } from '../modules/tokens/token-store.ts';
import type { Database } from '../platform/database/database.ts';
import { orgTable } from '../platform/database/schema.ts';

export interface Seeded {
  readonly assistantId: string;
  /** Shown once; the database has only its hash. */
  readonly privateKey: string;
}

export interface SeedOptions {
  readonly db: Database;
  readonly assistant: AssistantCreate;
  /** Must have kept the key when it resolves: the seed is committed after. */
  readonly keepPrivateKey: (key: string) => Promise<void>;
}

/** Gives an empty database one org, one assistant and its keys; null when there is an org already. */
export async function seed({ db, assistant, keepPrivateKey }: SeedOptions): Promise<Seeded | null> {
  const existing = await db.select({ id: orgTable.id }).from(orgTable).limit(1);
  if (existing.length > 0) return null;
  // Kept before it is valid: a crash in between leaves a useless file, not a lost key.
  const privateKey = createKey('private');
  await keepPrivateKey(privateKey);
  return db.transaction(async (tx) => {
    const now = new Date();
    const orgId = randomUUID();
    await tx
      .insert(orgTable)
      .values({ id: orgId, name: 'Kindling', createdAt: now, updatedAt: now });
    const { id: assistantId } = await createAssistantStore(tx).create(orgId, assistant);
    const tokens = createTokenStore(tx);
    await tokens.create({
      orgId,
      kind: 'public',
      name: 'Site',
      allowedAssistantIds: [assistantId],
    });
    await tokens.create({ orgId, kind: 'private', name: 'Owner' }, privateKey);
    return { assistantId, privateKey };
  });
}
