import {
  type Assistant,
  type AssistantUpdate,
  assistantSchema,
  takeWarnings,
  type Warning,
} from '@kindling/protocol';
import type { HandlersOf } from '../../platform/requests/operation-handlers.ts';
import type { CheckReferences } from '../references/check-references.ts';
import { ignoredFields } from '../references/ignored-fields.ts';
import { referencesOfAssistant } from '../references/references-of-assistant.ts';
import { checkOwnOutputs } from '../structured-outputs/check-output.ts';
import { type ModelWarnings, ownOutputWarnings } from '../structured-outputs/output-warnings.ts';
import type { Toolbox } from '../tools/toolbox.ts';
import { analysisFaults } from './analysis-faults.ts';
import type { AssistantStore } from './assistant-store.ts';
import { OLDER_FIELDS } from './runtime/settle/older-fields.ts';
import type { Settle } from './runtime/settle/settle.ts';

export interface AssistantHandlersOptions {
  readonly store: AssistantStore;
  readonly toolbox: Pick<Toolbox, 'checkOwn'>;
  readonly checkReferences: CheckReferences;
  readonly settle: Settle;
  /** Of the models of what it has taken down of its calls. */
  readonly modelWarnings: ModelWarnings;
}

/** Every operation is one call of the store; what an assistant brings or names is checked before. */
export function assistantHandlers(options: AssistantHandlersOptions): HandlersOf<'assistant'> {
  const { store, toolbox, checkReferences, settle } = options;
  /** What can be stored of a body, and what was left out of it. */
  const read = async <Form extends AssistantUpdate>(orgId: string, body: Form) => {
    const { form, warnings } = takeWarnings(body);
    settle.refuseFitted(warnings);
    const ofTools = await toolbox.checkOwn(form);
    await settle.refuse(form, { orgId, path: '', isSpoken: true });
    const ofAnalysis = await analysisFaults(form.analysisPlan);
    settle.refuseFitted(ofAnalysis);
    await checkOwnOutputs(form.artifactPlan);
    const missing = await checkReferences(orgId, referencesOfAssistant(form));
    return { form, fitted: [...warnings, ...ofTools, ...ofAnalysis, ...missing] };
  };
  /** The answer says what it will be here. */
  const warn = async (
    { orgId, fitted }: { readonly orgId: string; readonly fitted: readonly Warning[] },
    stored: Promise<Assistant>,
  ): Promise<Assistant> => {
    const assistant = await stored;
    const about = { orgId, path: '', isSpoken: true };
    const { warnings: replaced = [] } = await settle.assistant<Assistant>(assistant, about);
    const acting = await settle.actingFields(assistant, orgId);
    const known = new Set([...OLDER_FIELDS, ...acting]);
    const ofOutputs = await ownOutputWarnings(orgId, assistant.artifactPlan, options.modelWarnings);
    const warnings = [
      ...[...fitted, ...replaced, ...ofOutputs],
      ...ignoredFields(assistantSchema, assistant, known),
    ];
    return warnings.length === 0 ? assistant : { ...assistant, warnings };
  };
  return {
    async 'assistant.create'({ token: { orgId }, body }) {
      const { form, fitted } = await read(orgId, body);
      return warn({ orgId, fitted }, store.create(orgId, form));
    },
    'assistant.list': ({ token, query }) => store.list(token.orgId, query),
    'assistant.page': ({ token, query }) => store.page(token.orgId, query),
    'assistant.get': ({ token, id }) => store.get(token.orgId, id),
    async 'assistant.update'({ token: { orgId }, id, body, ifMatch }) {
      const { form, fitted } = await read(orgId, body);
      return warn({ orgId, fitted }, store.update(orgId, id, form, { ifMatch }));
    },
    async 'assistant.replace'({ token: { orgId }, id, body, ifMatch }) {
      const { form, fitted } = await read(orgId, body);
      return warn({ orgId, fitted }, store.replace(orgId, id, form, { ifMatch }));
    },
    'assistant.delete': ({ token, id, ifMatch }) => store.remove(token.orgId, id, { ifMatch }),
    'assistant.listVersions': ({ token, id, query }) => store.versions(token.orgId, id, query),
  };
}
