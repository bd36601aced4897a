import type { AssistantCreate, Warning } from '@kindling/protocol';
import type { LlmConfig } from '../../../../platform/config/config.ts';
import type { CredentialStore } from '../../../credentials/credential-store.ts';
import { isModelProvider } from '../../../credentials/hosted-endpoints.ts';
import { plannedModels } from './planned-models.ts';
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
  const planned = plannedModels(known);
  for (const [index, one] of planned.entries()) {
    if ((await whyNotReached(one, options)) !== null) continue;
    const part = { ...one, fallbackModels: planned.slice(index + 1) };
    return { part, warnings: warn(`${describeModel(one)}, of its fallbacks, answers instead.`) };
  }
  const { url: _, model: __, fallbackModels: ___, fallbackPlan: ____, ...plain } = known;
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

/** As people read of it. */
export const describeModel = ({ provider, model }: Named) =>
  model === undefined ? `“${provider}”` : `“${model}” of “${provider}”`;

/** Why a model cannot be asked, as a sentence; null: it can. */
export async function whyNotReached(
  { provider, url, model }: Named,
  { orgId, llm, credentials }: SettleModelOptions,
): Promise<string | null> {
  if (provider === GUIDE) return null;
  const isEndpoint = ENDPOINTS.includes(provider);
  if (isEndpoint && url !== undefined)
    return model === undefined && llm === null ? 'The model of the url is not named.' : null;
  if (isModelProvider(provider)) {
    const stored = await credentials.providers(orgId);
    if (stored.includes(provider))
      return model === undefined ? `No model of "${provider}" is named.` : null;
    // This server's endpoint knows its own model, and seldom another's name.
    if (isEndpoint && llm !== null && (model ?? llm.model) === llm.model) return null;
    return `Your organisation has no credential of "${provider}": store one with POST /credential.`;
  }
  if (!isEndpoint) return `This server cannot reach models of "${provider}".`;
  return llm === null ? `"${provider}" is named without a url.` : null;
}
