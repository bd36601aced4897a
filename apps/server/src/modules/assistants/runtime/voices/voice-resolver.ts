import {
  type ChainedVoice,
  createHostedVoice,
  createVoiceChain,
  customVoiceWriter,
  isKeyedVoiceProvider,
  VOICE_PROVIDERS_BY_KEY,
  type Voice,
  type VoiceSwitch,
} from '@kindling/conversation';
import type { AssistantCreate } from '@kindling/protocol';
import type { Clock } from '@kindling/protocol/clock';
import type { ServerHeaders } from '../../../../platform/http-client/server-headers.ts';
import type { CredentialStore } from '../../../credentials/credential-store.ts';
import type { WriteLine } from '../../../logs/log-port.ts';
import type { ProviderUse } from '../../../usage/use-meter.ts';
import type { SpeechEngines } from '../engines.ts';
import type { LocalSpeech } from '../settle/settle-speech.ts';
import { hostedPlan, isLocalVoice, localVoice, type PlannedVoice } from '../settle/settle-voice.ts';

export interface VoiceResolverOptions {
  readonly credentials: Pick<CredentialStore, 'openFor' | 'providers'>;
  readonly clock: Clock;
  /** Reaches providers and what users may name. */
  readonly fetch: typeof fetch;
  /** Null until the engines are loaded. */
  readonly speech: () => Pick<SpeechEngines, 'voice'> | null;
  readonly local: LocalSpeech;
  readonly serverHeaders: ServerHeaders;
}

/** The call that is spoken in. */
export interface SpokenCall {
  /** What messages to servers say of it. */
  readonly about: Readonly<Record<string, unknown>>;
  readonly writeLine: WriteLine;
  /** A provider took a sentence. */
  readonly onUse: (use: ProviderUse) => void;
}

/** Finds the voice of an assistant that was settled. */
export interface VoiceResolver {
  /**
   * The hosted voice that it names, with those of its `fallbackPlan` and this server's behind it, or this server's. Null:
   * this server's is not loaded.
   */
  resolve(orgId: string, assistant: AssistantCreate, call: SpokenCall): Promise<Voice | null>;
}

export function createVoiceResolver(options: VoiceResolverOptions): VoiceResolver {
  const { credentials, clock, fetch, speech, local, serverHeaders } = options;

  /** Null: its credential is gone since it was settled. */
  async function open(
    orgId: string,
    named: PlannedVoice,
    {
      call,
      credentialIds,
    }: { readonly call: SpokenCall; readonly credentialIds: readonly string[] },
  ): Promise<Voice | null> {
    const { provider, url } = named;
    const asked = { provider, fetch, clock, onUse: counted(named, call) };
    if (!isKeyedVoiceProvider(provider)) return openCustom(orgId, named, call);
    const { writer } = VOICE_PROVIDERS_BY_KEY[provider];
    if (provider === 'openai' && url !== undefined) {
      // The organisation's key belongs to its provider's address and goes nowhere else.
      const write = writer(named, { apiKey: null, baseUrl: url });
      return createHostedVoice({ ...asked, write, access: 'a request without a key' });
    }
    const credential = await credentials.openFor(orgId, provider, credentialIds);
    if (credential === null) return null;
    const { apiKey, apiUrl } = credential.fields;
    const write = writer(named, {
      apiKey: String(apiKey),
      ...(typeof apiUrl === 'string' && { baseUrl: apiUrl }),
    });
    return createHostedVoice({ ...asked, write, access: `your credential ${credential.id}` });
  }

  function openCustom(orgId: string, named: PlannedVoice, call: SpokenCall): Voice | null {
    const { server } = named;
    if (!server?.url) return null;
    const { url, timeoutSeconds } = server;
    const write = customVoiceWriter({
      url,
      about: () => ({ ...call.about, timestamp: clock.now() }),
      prove: (body, signal) => serverHeaders({ orgId, server: { ...server, url }, body, signal }),
    });
    return createHostedVoice({
      provider: named.provider,
      onUse: counted(named, call),
      fetch,
      clock,
      write,
      access: 'what proves that the message is ours',
      ...(timeoutSeconds !== undefined && {
        firstSoundTimeout: Math.min(timeoutSeconds * 1_000, MAX_FIRST_SOUND),
      }),
    });
  }

  return {
    async resolve(orgId, { voice, credentialIds }, call) {
      const engines = speech();
      if (engines === null) return null;
      if (voice === undefined || isLocalVoice(voice)) return engines.voice;
      const stored = await credentials.providers(orgId);
      const named = [voice, ...hostedPlan(voice, { ...local, stored, isOfPage: false })];
      const by = { call, credentialIds: credentialIds ?? [] };
      const opened = await Promise.all(named.map((one) => open(orgId, one, by)));
      const hosted = opened.flatMap((one, index): ChainedVoice[] => {
        const pace = named[index]?.speed;
        return one === null ? [] : [{ voice: one, ...(pace !== undefined && { speed: pace }) }];
      });
      const { voiceId, speed } = localVoice(voice, local);
      return createVoiceChain({
        hosted,
        own: {
          voice: engines.voice,
          ...(voiceId !== undefined && { voiceId }),
          ...(speed !== undefined && { speed: Math.min(2, Math.max(0.25, speed)) }),
        },
        clock,
        onSwitch: (change) => call.writeLine(lineOf(change)),
      });
    },
  };
}

/** What is noted of a sentence that a provider took. */
function counted({ provider, model }: PlannedVoice, { onUse }: SpokenCall) {
  const part = { provider, model: typeof model === 'string' ? model : null };
  return (characters: number) => onUse({ type: 'voice', ...part, characters });
}

/** Longer than that a caller does not wait for a sentence, whatever its server is allowed otherwise, ms. */
const MAX_FIRST_SOUND = 5_000;

function lineOf({ from, to, error }: VoiceSwitch) {
  const reason = error instanceof Error ? error.message : String(error);
  return {
    message: `The voice of “${from}” failed, and “${to}” goes on.`,
    level: 'WARN',
    error: reason,
  } as const;
}
