import { VOICE_PROVIDERS, type VoiceProvider } from '@kindling/protocol';
import type { z } from 'zod';
import type { HandlersOf } from '../../platform/requests/operation-handlers.ts';
import { badProvider, type ProviderClient } from '../credentials/provider-client.ts';
import { type InstalledVoices, localVoices } from '../voice-library/local-voices.ts';
import { fitsVoice } from '../voice-library/voice-filters.ts';
import type { VoiceStore } from '../voice-library/voice-store.ts';
import { addSharedVoice, cloneVoice, sharedVoices } from './eleven-labs.ts';
import { findWorkflows, LOCATIONS, triggersOf } from './workflow-services.ts';

export interface ProviderHandlersOptions {
  readonly client: ProviderClient;
  readonly voices: Pick<VoiceStore, 'put'>;
  readonly installed: InstalledVoices;
}

type Searched = HandlersOf<'provider'>['provider.searchVoice'];
type Added = HandlersOf<'provider'>['provider.addVoice'];

/** Questions that are passed on to a provider, with the organisation's credential. */
export function providerHandlers({
  client,
  voices,
  installed,
}: ProviderHandlersOptions): HandlersOf<'provider'> {
  const searchVoice: Searched = async ({ token, params, query, baseUrl, signal }) => {
    const { orgId } = token;
    if (params.provider === 'kindling')
      return searchLocal(localVoices(installed, { orgId, baseUrl }), query.name);
    checkElevenLabs(params.provider);
    const found = await client.ask({ orgId, signal, ...sharedVoices(query.name) });
    return found.answer;
  };

  /** Asks for a voice to be made, and keeps it in the library. */
  async function keep<S extends z.ZodType<{ voice_id: string }>>(
    order: { orgId: string; signal: AbortSignal; name: string; description?: string | undefined },
    question: Pick<Parameters<typeof client.ask<S>>[0], 'provider' | 'ask' | 'answer'>,
  ) {
    const { orgId, signal, name, description } = order;
    const { answer, credentialId } = await client.ask({ orgId, signal, ...question });
    const voice = { providerId: answer.voice_id, name, ...(description && { description }) };
    const [stored] = await voices.put({
      orgId,
      provider: '11labs',
      credentialId,
      voices: [voice],
    });
    if (stored === undefined) throw new Error('The voice was not stored.');
    return stored;
  }

  const addVoice: Added = async ({ token, params, body, signal }) => {
    checkElevenLabs(params.provider);
    return keep({ orgId: token.orgId, signal, name: body.name }, addSharedVoice(body));
  };

  return {
    'provider.searchVoice': searchVoice,
    'provider.searchVoices': searchVoice,
    'provider.addVoice': addVoice,
    'provider.addVoices': addVoice,
    async 'provider.cloneVoice'({ token, body, signal }) {
      const { name, description } = body;
      return keep({ orgId: token.orgId, signal, name, description }, await cloneVoice(body));
    },
    async 'provider.workflows'({ token, params, query, signal }) {
      const question = findWorkflows(params.provider, query.locationId);
      return (await client.ask({ orgId: token.orgId, signal, ...question })).answer;
    },
    async 'provider.workflowHooks'({ token, params, signal }) {
      const question = triggersOf(params.provider, params.workflowId);
      return (await client.ask({ orgId: token.orgId, signal, ...question })).answer;
    },
    async 'provider.locations'({ token, params, signal }) {
      const question = LOCATIONS[params.provider];
      return (await client.ask({ orgId: token.orgId, signal, ...question })).answer;
    },
  };
}

function searchLocal(voices: ReturnType<typeof localVoices>, keyword: string) {
  return voices
    .filter((voice) => fitsVoice(voice, { keyword, limit: VOICE_PROVIDERS.length }))
    .map(({ providerId, name = providerId, description, gender, accent }) => ({
      voiceId: providerId,
      name,
      description,
      gender,
      accent,
    }));
}

function checkElevenLabs(provider: VoiceProvider): void {
  if (provider === '11labs') return;
  throw badProvider(`${provider} has no shared voices that this server could ask for; 11labs has.`);
}
