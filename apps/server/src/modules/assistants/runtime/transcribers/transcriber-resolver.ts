import {
  createCustomTranscriber,
  createKeyedTranscriber,
  isKeyedTranscriberProvider,
  type Transcriber,
} from '@kindling/conversation';
import type { AssistantCreate } from '@kindling/protocol';
import type { Clock } from '@kindling/protocol/clock';
import type { HttpOut } from '../../../../platform/http-client/http-out.ts';
import type { ServerHeaders } from '../../../../platform/http-client/server-headers.ts';
import type { CredentialStore } from '../../../credentials/credential-store.ts';
import type { ProviderUse } from '../../../usage/use-meter.ts';
import { hostedTranscribers, type PlannedTranscriber } from '../settle/settle-transcriber.ts';

export interface TranscriberResolverOptions {
  readonly credentials: Pick<CredentialStore, 'openFor' | 'providers'>;
  readonly clock: Clock;
  /** Reaches providers and what users may name. */
  readonly http: Pick<HttpOut, 'send' | 'openSocket'>;
  readonly serverHeaders: ServerHeaders;
}

/** Finds the recognisers of an assistant that was settled. */
export interface TranscriberResolver {
  /** The hosted one that it names and those of its `fallbackPlan`, in order. None: this server's own listens. */
  resolve(
    orgId: string,
    assistant: AssistantCreate,
    onUse: (use: ProviderUse) => void,
  ): Promise<readonly Transcriber[]>;
}

interface OpenedBy {
  readonly onUse: (use: ProviderUse) => void;
  /** Those that the assistant names. */
  readonly credentialIds: readonly string[];
}

const modelOf = ({ model, speechModel }: PlannedTranscriber) =>
  model ?? (typeof speechModel === 'string' ? speechModel : null);

export function createTranscriberResolver(
  options: TranscriberResolverOptions,
): TranscriberResolver {
  const { credentials, clock, http, serverHeaders } = options;

  /** Null: its credential is gone since it was settled. */
  async function open(
    orgId: string,
    named: PlannedTranscriber,
    { onUse, credentialIds }: OpenedBy,
  ): Promise<Transcriber | null> {
    const { provider, url } = named;
    const asked = {
      ...{ provider, clock, openSocket: http.openSocket, send: http.send },
      onUse: (seconds: number) =>
        onUse({ type: 'transcriber', provider, model: modelOf(named), seconds }),
    };
    if (!isKeyedTranscriberProvider(provider)) return openCustom(orgId, named, asked);
    const keyed = { ...named, provider };
    if (provider === 'openai' && url !== undefined) {
      // The organisation's key belongs to its provider's address and goes nowhere else.
      const access = { apiKey: null, baseUrl: url };
      return createKeyedTranscriber(keyed, access, { ...asked, access: 'a request without a key' });
    }
    const credential = await credentials.openFor(orgId, provider, credentialIds);
    if (credential === null) return null;
    const { apiKey, apiUrl } = credential.fields;
    return createKeyedTranscriber(
      keyed,
      { apiKey: String(apiKey), ...(typeof apiUrl === 'string' && { baseUrl: apiUrl }) },
      { ...asked, access: `your credential ${credential.id}` },
    );
  }

  function openCustom(
    orgId: string,
    { server }: PlannedTranscriber,
    asked: Omit<Parameters<typeof createCustomTranscriber>[1], 'access'>,
  ): Transcriber | null {
    if (!server?.url) return null;
    const { url } = server;
    const signal = new AbortController().signal;
    return createCustomTranscriber(
      {
        url,
        prove: (body) => serverHeaders({ orgId, server: { ...server, url }, body, signal }),
      },
      { ...asked, access: 'what proves that the connection is ours' },
    );
  }

  return {
    async resolve(orgId, { transcriber, credentialIds }, onUse) {
      if (transcriber === undefined) return [];
      const stored = await credentials.providers(orgId);
      const named = hostedTranscribers(transcriber, { stored, isOfPage: false });
      const by = { onUse, credentialIds: credentialIds ?? [] };
      const opened = await Promise.all(named.map((one) => open(orgId, one, by)));
      return opened.filter((one) => one !== null);
    },
  };
}
