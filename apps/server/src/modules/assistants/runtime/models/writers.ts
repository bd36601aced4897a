import type { Model } from '@kindling/conversation';
import type { AssistantCreate, Warning } from '@kindling/protocol';
import type { CredentialStore } from '../../../credentials/credential-store.ts';
import type { ModelFactories } from '../engines.ts';
import { providerName } from '../settle/provider-names.ts';
import { DEFAULT_PROVIDER, whyNotReached } from '../settle/settle-model.ts';
import { type HostedModelsOptions, openHosted } from './hosted-models.ts';

type Named = NonNullable<AssistantCreate['model']>;

/** Models whose answers programs read, where an organisation may name one. */
export interface Writers {
  /**
   * The model that is named, by the organisation's credential or at its url, else this server's own.
   *
   * @throws an Error that says why there is none
   */
  open(orgId: string, named?: Named): Promise<Model>;
  /** What will be otherwise than is named; paths begin with `model`. */
  warnings(orgId: string, named?: Named): Promise<Warning[]>;
}

export interface WritersOptions extends Omit<HostedModelsOptions, 'models' | 'credentials'> {
  readonly models: Pick<ModelFactories, 'writer' | 'anthropicWriter'>;
  readonly credentials: Pick<CredentialStore, 'openFor' | 'providers'>;
}

const NO_MODEL =
  'This server has no language model: set LLM_BASE_URL and LLM_MODEL, or name a model that can be reached.';
/** What a server answers with by itself. */
const OWN: ReadonlySet<string> = new Set(['kindling', DEFAULT_PROVIDER]);

export function createWriters(options: WritersOptions): Writers {
  const { llm, models, credentials } = options;
  const { writer, anthropicWriter } = models;
  const hosted = { ...options, models: { openAi: writer, anthropic: anthropicWriter } };

  /** Undefined: this server's own is meant. */
  const meant = (named: Named | undefined) => {
    const provider = providerName(named?.provider ?? DEFAULT_PROVIDER);
    return named === undefined || OWN.has(provider) ? undefined : { ...named, provider };
  };

  function openOwn(): Model {
    if (llm === null) throw new Error(NO_MODEL);
    return writer(llm);
  }

  return {
    async open(orgId, named) {
      const known = meant(named);
      if (known === undefined || (await whyNotReached(known, { orgId, llm, credentials })) !== null)
        return openOwn();
      return (await openHosted(orgId, known, hosted))?.model ?? openOwn();
    },
    async warnings(orgId, named) {
      const known = meant(named);
      const reason = known && (await whyNotReached(known, { orgId, llm, credentials }));
      if (known !== undefined && reason === null) return [];
      if (llm === null) {
        const message = [reason ?? [], NO_MODEL].flat().join(' ');
        return [{ path: known === undefined ? 'model' : 'model.provider', message }];
      }
      if (!reason) return [];
      const message = `${reason} This server's own model "${llm.model}" answers instead.`;
      return [{ path: 'model.provider', message }];
    },
  };
}
