import { isKeyedVoiceProvider, VOICE_PROVIDERS_BY_KEY } from '@kindling/conversation';
import type { AssistantCreate } from '@kindling/protocol';
import { and, desc, eq } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { credentialTable } from '../../platform/database/platform-tables.ts';
import { providerName } from '../assistants/runtime/settle/provider-names.ts';

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
      const [stored] = await db
        .select({ body: credentialTable.body })
        .from(credentialTable)
        .where(and(eq(credentialTable.orgId, orgId), eq(credentialTable.provider, provider)))
        .orderBy(desc(credentialTable.createdAt), desc(credentialTable.id))
        .limit(1);
      if (stored === undefined) return undefined;
      const { apiUrl } = stored.body as { readonly apiUrl?: unknown };
      return typeof apiUrl === 'string' ? apiUrl : VOICE_PROVIDERS_BY_KEY[provider].baseUrl;
    }),
  );
}
