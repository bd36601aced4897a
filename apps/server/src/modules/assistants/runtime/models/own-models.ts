import type { Model } from '@kindling/conversation';
import type { AssistantCreate, CredentialProvider } from '@kindling/protocol';
import { badField } from '../../../../platform/errors/bad-field.ts';
import type { CredentialStore } from '../../../credentials/credential-store.ts';
import { HOSTED_ENDPOINTS } from '../../../credentials/hosted-endpoints.ts';
import type { ModelFactories, SelectModel } from '../engines.ts';

export interface OwnModelsOptions {
  readonly selectModel: SelectModel;
  readonly openAi: ModelFactories['openAi'];
  readonly credentials: Pick<CredentialStore, 'openFor'>;
  /** Reaches the open internet. */
  readonly fetch: typeof fetch;
}

/** Gives the model an assistant asks for. Throws `bad_request` when there is no such model. */
export type SelectOwnModel = (assistant: AssistantCreate, orgId: string) => Promise<Model>;

/**
 * Models of hosted providers by the organisation's own credential; those of this server where it has
 * none, or where the assistant names a url.
 */
export function createOwnModels(options: OwnModelsOptions): SelectOwnModel {
  const { selectModel, openAi, credentials, fetch } = options;
  return async (assistant, orgId) => {
    const { provider, url, model } = assistant.model ?? {};
    const baseUrl = HOSTED_ENDPOINTS[provider as CredentialProvider];
    if (baseUrl === undefined || url !== undefined) return selectModel(assistant);
    const credential = await credentials.openFor(orgId, provider as CredentialProvider);
    if (credential === null) {
      if (provider === 'openai') return selectModel(assistant);
      throw badField(
        'assistant.model.provider',
        `needs a credential of ${provider}, and your organisation has none. Store one with POST /credential.`,
      );
    }
    if (model === undefined)
      throw badField('assistant.model.model', `must name one of the models of ${provider}.`);
    return openAi({ baseUrl, apiKey: String(credential.fields.apiKey), model }, fetch);
  };
}
