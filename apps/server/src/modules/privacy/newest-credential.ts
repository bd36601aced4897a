import { and, desc, eq } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { credentialTable } from '../../platform/database/platform-tables.ts';

/** What is no secret of the credential that a provider is asked with; null: there is none. */
export async function newestCredential(
  db: Database,
  orgId: string,
  provider: string,
): Promise<Readonly<Record<string, unknown>> | null> {
  const [stored] = await db
    .select({ body: credentialTable.body })
    .from(credentialTable)
    .where(and(eq(credentialTable.orgId, orgId), eq(credentialTable.provider, provider)))
    .orderBy(desc(credentialTable.createdAt), desc(credentialTable.id))
    .limit(1);
  return (stored?.body as Readonly<Record<string, unknown>> | undefined) ?? null;
}
