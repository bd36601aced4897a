import {
  type CredentialProvider,
  type LibraryVoice,
  VOICE_PROVIDERS,
  type VoiceListQuery,
  type VoiceProvider,
} from '@kindling/protocol';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { HandlersOf } from '../../platform/requests/operation-handlers.ts';
import type { CredentialStore } from '../credentials/credential-store.ts';
import { badProvider, type ProviderClient } from '../credentials/provider-client.ts';
import { type InstalledVoices, localVoices } from './local-voices.ts';
import { fitsVoice, oneAnAccent } from './voice-filters.ts';
import { VOICE_SOURCES } from './voice-sources.ts';
import type { VoiceStore } from './voice-store.ts';

export interface VoiceLibraryOptions {
  readonly voices: VoiceStore;
  readonly credentials: Pick<CredentialStore, 'providers'>;
  readonly client: ProviderClient;
  readonly installed: InstalledVoices;
}

interface Asker {
  readonly token: { readonly orgId: string };
  readonly baseUrl: string;
  readonly signal: AbortSignal;
}

/** The voices of this machine, and those that were fetched from providers. */
export function voiceLibraryHandlers(options: VoiceLibraryOptions): HandlersOf<'voiceLibrary'> {
  const { voices, credentials, client, installed } = options;
  const list = async ({ token, baseUrl }: Asker, provider: VoiceProvider) =>
    provider === 'kindling'
      ? localVoices(installed, { orgId: token.orgId, baseUrl })
      : voices.list(token.orgId, provider);

  async function sync(asker: Asker, provider: VoiceProvider): Promise<LibraryVoice[]> {
    if (provider === 'kindling') return list(asker, provider);
    const source = VOICE_SOURCES[provider];
    if (source === undefined) throw badProvider(`this server cannot list voices of ${provider}.`);
    const { orgId } = asker.token;
    const { answer, credentialId } = await client.ask({
      orgId,
      provider: provider as CredentialProvider,
      signal: asker.signal,
      ...source,
    });
    return voices.replace({ orgId, provider, credentialId, voices: answer });
  }

  return {
    async 'voiceLibrary.list'(request) {
      const { query, params } = request;
      const fitting = (await list(request, params.provider)).filter((one) => fitsVoice(one, query));
      return pageOf(fitting, query);
    },
    'voiceLibrary.accents': async (request) =>
      oneAnAccent(await list(request, request.params.provider)),
    'voiceLibrary.syncProvider': (request) => sync(request, request.params.provider),
    async 'voiceLibrary.sync'(request) {
      const named = request.body.providers;
      const wanted = named === undefined ? await usable(request.token.orgId) : [named].flat();
      const synced: LibraryVoice[] = [];
      for (const provider of new Set(wanted)) synced.push(...(await sync(request, provider)));
      return synced;
    },
    async 'voiceLibrary.createSesameVoice'() {
      throw new ApiError(
        'not_configured',
        'This server has no Sesame to make voices with. Use a voice of GET /voice-library/kindling.',
      );
    },
  };

  /** The local voices, and the providers that can be asked with what is stored. */
  async function usable(orgId: string): Promise<VoiceProvider[]> {
    const stored = new Set<string>(await credentials.providers(orgId));
    const others = VOICE_PROVIDERS.filter((one) => stored.has(one) && VOICE_SOURCES[one]);
    return ['kindling', ...others];
  }
}

function pageOf(voices: LibraryVoice[], { limit, page = 1 }: VoiceListQuery): LibraryVoice[] {
  return voices.slice((page - 1) * limit, page * limit);
}
