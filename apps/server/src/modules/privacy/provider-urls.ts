import { isKeyedVoiceProvider, VOICE_PROVIDERS_BY_KEY } from '@kindling/conversation';
import type { AssistantCreate } from '@kindling/protocol';
import { and, desc, eq } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { credentialTable } from '../../platform/database/platform-tables.ts';
import { providerName } from '../assistants/runtime/settle/provider-names.ts';
import { isModelProvider, modelAddress } from '../credentials/hosted-endpoints.ts';

/** Where the voices are that an assistant may speak with, as far as they are not on this machine. */
export async function findVoiceUrls(
  db: Database,
  orgId: string,
  { voice }: Pick<AssistantCreate, 'voice'>,
): Promise<(string | undefined)[]> {
  if (voice === undefined) return [];
  const planned = [voice, ...(voice.fallbackPlan?.voices ?? [])];
  return Promise.all(
    planned.map(async (one) => {
      const provider = providerName(one.provider);
      if (provider === 'custom-voice') return one.server?.url;
      if (!isKeyedVoiceProvider(provider)) return undefined;
      if (provider === 'openai' && one.url !== undefined) return one.url;
      const fields = await newestCredential(db, orgId, provider);
      if (fields === null) return undefined;
      const { apiUrl } = fields;
      return typeof apiUrl === 'string' ? apiUrl : VOICE_PROVIDERS_BY_KEY[provider].baseUrl;
    }),
  );
}

/** Where a model is that an assistant names; undefined: at this server's own endpoint, or it is not asked. */
export async function findModelUrl(
  db: Database,
  orgId: string,
  { provider: written, url }: NonNullable<AssistantCreate['model']>,
): Promise<string | undefined> {
  const provider = providerName(written);
  if (url !== undefined && ['openai', 'custom-llm'].includes(provider)) return url;
  if (!isModelProvider(provider)) return undefined;
  const fields = await newestCredential(db, orgId, provider);
  return fields === null ? undefined : modelAddress(provider, fields);
}

/** What of it is no secret; null: there is none. */
async function newestCredential(db: Database, orgId: string, provider: string) {
  const [stored] = await db
    .select({ body: credentialTable.body })
    .from(credentialTable)
    .where(and(eq(credentialTable.orgId, orgId), eq(credentialTable.provider, provider)))
    .orderBy(desc(credentialTable.createdAt), desc(credentialTable.id))
    .limit(1);
  return (stored?.body as Readonly<Record<string, unknown>> | undefined) ?? null;
}
