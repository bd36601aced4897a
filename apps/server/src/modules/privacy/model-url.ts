import type { AssistantCreate } from '@kindling/protocol';
import type { Database } from '../../platform/database/database.ts';
import { providerName } from '../assistants/runtime/settle/provider-names.ts';
import { isModelProvider, modelAddress } from '../credentials/hosted-endpoints.ts';
import { newestCredential } from './newest-credential.ts';

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
