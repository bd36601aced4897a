import type { ChainedModel, Model } from '@kindling/conversation';
import type { AssistantCreate, CredentialProvider } from '@kindling/protocol';
import type { LlmConfig } from '../../../../platform/config/config.ts';
import { badField } from '../../../../platform/errors/bad-field.ts';
import type { CredentialStore } from '../../../credentials/credential-store.ts';
import { isModelProvider, modelAddress } from '../../../credentials/hosted-endpoints.ts';
import { type OAuth2Tokens, oauth2Schema } from '../../../credentials/oauth2-tokens.ts';
import type { ModelFactories } from '../engines.ts';
import { describeModel } from '../settle/settle-model.ts';

export interface HostedModelsOptions {
  readonly models: Pick<ModelFactories, 'anthropic' | 'openAi'>;
  /** The endpoint of this server's own; null: it has none. */
  readonly llm: LlmConfig | null;
  readonly credentials: Pick<CredentialStore, 'openFor'>;
  readonly oauth2Tokens: OAuth2Tokens;
  /** Reaches providers and what users may name. */
  readonly fetch: typeof fetch;
}

interface Named {
  /** Those that the assistant names. @default none */
  readonly credentialIds?: readonly string[];
}

type NamedModel = NonNullable<AssistantCreate['model']>;
type Fields = Readonly<Record<string, unknown>>;

/** Those that may be anywhere. */
const AT_URLS: ReadonlySet<string> = new Set(['openai', 'custom-llm']);
const AZURE_API_VERSION = '2024-10-21';

/**
 * The model of a hosted provider by the organisation's own credential, or at the url that the assistant names. Null: it
 * has neither, and this server's endpoint may do; or no such provider.
 *
 * @throws ApiError `bad_request` for one that cannot be asked
 */
export async function openHosted(
  orgId: string,
  named: NamedModel,
  options: HostedModelsOptions & Named,
): Promise<ChainedModel | null> {
  const { provider, url, model } = named;
  if (url !== undefined && AT_URLS.has(provider))
    return openAtUrl(orgId, { ...named, url }, options);
  if (!isModelProvider(provider)) return null;
  const credential = await options.credentials.openFor(orgId, provider, options.credentialIds);
  if (credential === null) {
    if (provider === 'openai') return null;
    throw badField(
      'assistant.model.provider',
      `needs a credential of ${provider}, and your organisation has none. Store one with POST /credential.`,
    );
  }
  if (model === undefined)
    throw badField('assistant.model.model', `must name one of the models of ${provider}.`);
  return {
    name: `${describeModel(named)} (credential ${credential.id})`,
    model: reportedAs(provider, openProvider(provider, credential.fields, model, options)),
  };
}

function openProvider(
  provider: CredentialProvider,
  fields: Fields,
  model: string,
  { models, fetch }: HostedModelsOptions,
) {
  const baseUrl = modelAddress(provider, fields) ?? '';
  if (provider === 'azure-openai') {
    const { openAIKey, ocpApimSubscriptionKey: subscription } = fields;
    const headers = {
      'api-key': String(openAIKey),
      ...(typeof subscription === 'string' && { 'ocp-apim-subscription-key': subscription }),
    };
    const endpoint = { baseUrl: azureAddress(baseUrl, model), apiKey: null, model };
    return models.openAi(
      endpoint,
      addHeaders(fetch, async () => headers),
    );
  }
  const endpoint = { baseUrl, apiKey: String(fields.apiKey), model };
  return provider === 'anthropic'
    ? models.anthropic(endpoint, fetch)
    : models.openAi(endpoint, fetch);
}

/** Of a deployment, which has its model's name unless the endpoint names another; newer endpoints take the name as others do. */
function azureAddress(endpoint: string, model: string): string {
  const url = new URL(endpoint);
  const path = url.pathname.replace(/\/(?:chat\/completions\/?)?$/, '');
  if (/\/openai\/v1$/.test(path)) url.pathname = path;
  else {
    url.pathname = path.includes('/deployments/')
      ? path
      : `${path.replace(/\/openai$/, '')}/openai/deployments/${encodeURIComponent(model)}`;
    if (!url.searchParams.has('api-version'))
      url.searchParams.set('api-version', AZURE_API_VERSION);
  }
  return url.href;
}

/** A url that an assistant names is asked with the credential for such urls, and with no other. */
async function openAtUrl(
  orgId: string,
  { provider, url, model, ...named }: NamedModel & { readonly url: string },
  { models, llm, credentials, credentialIds, oauth2Tokens, fetch }: HostedModelsOptions & Named,
): Promise<ChainedModel> {
  const name = model ?? llm?.model;
  if (name === undefined)
    throw badField('assistant.model.model', 'must name the model of the url.');
  const open = (apiKey: string | null, by = fetch, access = '') => ({
    name: `${describeModel({ ...named, provider, model: name })}${access}`,
    model: reportedAs(provider, models.openAi({ baseUrl: url, apiKey, model: name }, by)),
  });
  const credential =
    provider === 'custom-llm' ? await credentials.openFor(orgId, provider, credentialIds) : null;
  if (credential === null) return open(null);
  const { apiKey, authenticationPlan } = credential.fields;
  const access = ` (credential ${credential.id})`;
  const plan = oauth2Schema.safeParse(authenticationPlan);
  if (!plan.success) return open(String(apiKey), fetch, access);
  const withToken = addHeaders(fetch, async (signal) => ({
    authorization: `Bearer ${await oauth2Tokens(plan.data, signal)}`,
  }));
  return open(null, withToken, access);
}

/** The same model, whose answers are counted under the name that its owner knows. */
export function reportedAs(provider: string, model: Model): Model {
  return {
    ...model,
    respond({ onUsage, ...request }) {
      if (onUsage === undefined) return model.respond(request);
      return model.respond({ ...request, onUsage: (usage) => onUsage({ ...usage, provider }) });
    },
  };
}

function addHeaders(
  fetch: typeof globalThis.fetch,
  headersOf: (signal: AbortSignal | undefined) => Promise<Record<string, string>>,
): typeof globalThis.fetch {
  return async (input, init) => {
    const headers = new Headers(init?.headers);
    const added = await headersOf(init?.signal ?? undefined);
    for (const [name, value] of Object.entries(added)) headers.set(name, value);
    return fetch(input, { ...init, headers });
  };
}
