import type { AssistantUpdate } from '@kindling/protocol';
import type { HandlersOf } from '../../platform/requests/operation-handlers.ts';
import type { CheckReferences } from '../references/check-references.ts';
import { referencesOfAssistant } from '../references/references-of-assistant.ts';
import type { Toolbox } from '../tools/toolbox.ts';
import type { AssistantStore } from './assistant-store.ts';
import { checkAnalysisSchemas } from './check-analysis-schemas.ts';

export interface AssistantHandlersOptions {
  readonly store: AssistantStore;
  readonly toolbox: Pick<Toolbox, 'checkOwn'>;
  readonly checkReferences: CheckReferences;
}

/** Every operation is one call of the store; what an assistant brings or names is checked before. */
export function assistantHandlers(options: AssistantHandlersOptions): HandlersOf<'assistant'> {
  const { store, toolbox, checkReferences } = options;
  const check = async (orgId: string, form: AssistantUpdate) => {
    await toolbox.checkOwn(form);
    await checkAnalysisSchemas(form.analysisPlan);
    await checkReferences(orgId, referencesOfAssistant(form));
  };
  return {
    async 'assistant.create'({ token, body }) {
      await check(token.orgId, body);
      return store.create(token.orgId, body);
    },
    'assistant.list': ({ token, query }) => store.list(token.orgId, query),
    'assistant.page': ({ token, query }) => store.page(token.orgId, query),
    'assistant.get': ({ token, id }) => store.get(token.orgId, id),
    async 'assistant.update'({ token, id, body, ifMatch }) {
      await check(token.orgId, body);
      return store.update(token.orgId, id, body, { ifMatch });
    },
    async 'assistant.replace'({ token, id, body, ifMatch }) {
      await check(token.orgId, body);
      return store.replace(token.orgId, id, body, { ifMatch });
    },
    'assistant.delete': ({ token, id, ifMatch }) => store.remove(token.orgId, id, { ifMatch }),
    'assistant.listVersions': ({ token, id, query }) => store.versions(token.orgId, id, query),
  };
}
