import {
  isKeyedTranscriberProvider,
  isKeyedVoiceProvider,
  TRANSCRIBERS_BY_KEY,
  VOICE_PROVIDERS_BY_KEY,
} from '@kindling/conversation';
import type { AssistantCreate } from '@kindling/protocol';
import type { Database } from '../../platform/database/database.ts';
import { providerName } from '../assistants/runtime/settle/provider-names.ts';
import { newestCredential } from './newest-credential.ts';

type Speech = NonNullable<AssistantCreate['voice'] | AssistantCreate['transcriber']>;
type Planned = Pick<Speech, 'provider' | 'url' | 'server'>;

/** The servers of the organisation's own. */
const CUSTOM = ['custom-voice', 'custom-transcriber'];

/** Where the voices are that an assistant may speak with, as far as they are not on this machine. */
export function findVoiceUrls(
  db: Database,
  orgId: string,
  { voice }: Pick<AssistantCreate, 'voice'>,
): Promise<(string | undefined)[]> {
  const planned = voice ? [voice, ...(voice.fallbackPlan?.voices ?? [])] : [];
  return findUrls(db, orgId, planned, (name) =>
    isKeyedVoiceProvider(name) ? VOICE_PROVIDERS_BY_KEY[name].baseUrl : undefined,
  );
}

/** Where the recognisers are that may hear for it, likewise. */
export function findTranscriberUrls(
  db: Database,
  orgId: string,
  { transcriber }: Pick<AssistantCreate, 'transcriber'>,
): Promise<(string | undefined)[]> {
  const planned = transcriber
    ? [transcriber, ...(transcriber.fallbackPlan?.transcribers ?? [])]
    : [];
  return findUrls(db, orgId, planned, (name) =>
    isKeyedTranscriberProvider(name) ? TRANSCRIBERS_BY_KEY[name].baseUrl : undefined,
  );
}

function findUrls(
  db: Database,
  orgId: string,
  planned: readonly Planned[],
  baseUrlOf: (provider: string) => string | undefined,
): Promise<(string | undefined)[]> {
  return Promise.all(
    planned.map(async (one) => {
      const provider = providerName(one.provider);
      if (CUSTOM.includes(provider)) return one.server?.url;
      const baseUrl = baseUrlOf(provider);
      if (baseUrl === undefined) return undefined;
      if (provider === 'openai' && one.url !== undefined) return one.url;
      const fields = await newestCredential(db, orgId, provider);
      if (fields === null) return undefined;
      return typeof fields.apiUrl === 'string' ? fields.apiUrl : baseUrl;
    }),
  );
}
