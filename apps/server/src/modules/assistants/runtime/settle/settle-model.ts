import type { AssistantCreate, CredentialProvider, Warning } from '@kindling/protocol';
import type { LlmConfig } from '../../../../platform/config/config.ts';
import type { CredentialStore } from '../../../credentials/credential-store.ts';
import { HOSTED_ENDPOINTS } from '../../../credentials/hosted-endpoints.ts';
import { providerName } from './provider-names.ts';
import type { SettledPart } from './settle-speech.ts';

type Named = NonNullable<AssistantCreate['model']>;

export interface SettleModelOptions {
  readonly orgId: string;
  /** The endpoint of this server's own; null: it has none. */
  readonly llm: LlmConfig | null;
  readonly credentials: Pick<CredentialStore, 'providers'>;
}

const GUIDE = 'kindling';
/** What a server answers with by itself: its language model, or the guide where it has none. */
export const DEFAULT_PROVIDER = 'default';
/** The guide over an assistant's own prompt and files, which says nothing of the product. */
export const PROMPT_GUIDE = 'prompt';
/** Any endpoint that speaks OpenAI's protocol: by its url, or this server's. */
const ENDPOINTS = ['openai', 'custom-llm'];

/** A model that answers here for the one that was named. */
export async function settleModel(
  named: Named,
  options: SettleModelOptions,
): Promise<SettledPart<Named>> {
  const { llm } = options;
  const provider = providerName(named.provider);
  const known = provider === named.provider ? named : { ...named, provider };
  if (provider === GUIDE) return { part: known, warnings: [] };
  if (provider === DEFAULT_PROVIDER)
    return { part: llm === null ? { ...known, provider: GUIDE } : known, warnings: [] };
  const reason = await whyNotReached(known, options);
  if (reason === null) return { part: known, warnings: [] };
  const warn = (instead: string): Warning[] => [
    { path: 'model.provider', message: `${reason} ${instead}` },
  ];
  const { url: _, model: __, ...plain } = known;
  if (llm !== null) {
    const part = { ...plain, provider: 'custom-llm', model: llm.model };
    return { part, warnings: warn(`This server's own model "${llm.model}" answers instead.`) };
  }
  return {
    part: { ...plain, provider: GUIDE, model: PROMPT_GUIDE },
    warnings: warn(
      'The guide answers instead, from the prompt and the files of the assistant, word for word.',
    ),
  };
}

/** Null: it can be reached. */
async function whyNotReached(
  { provider, url, model }: Named,
  { orgId, llm, credentials }: SettleModelOptions,
): Promise<string | null> {
  const isEndpoint = ENDPOINTS.includes(provider);
  if (isEndpoint && url !== undefined)
    return model === undefined && llm === null ? 'The model of the url is not named.' : null;
  if (Object.hasOwn(HOSTED_ENDPOINTS, provider)) {
    const stored = await credentials.providers(orgId);
    if (stored.includes(provider as CredentialProvider))
      return model === undefined ? `No model of "${provider}" is named.` : null;
    if (isEndpoint && llm !== null) return null;
    return `Your organisation has no credential of "${provider}": store one with POST /credential.`;
  }
  if (!isEndpoint) return `This server cannot reach models of "${provider}".`;
  return llm === null ? `"${provider}" is named without a url.` : null;
}
