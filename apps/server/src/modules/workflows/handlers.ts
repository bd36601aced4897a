import { takeWarnings, type Warning, type WorkflowCreate } from '@kindling/protocol';
import type { HandlersOf } from '../../platform/requests/operation-handlers.ts';
import { ignoredInWorkflow } from '../assistants/runtime/settle/ignored-in-request.ts';
import type { Settle } from '../assistants/runtime/settle/settle.ts';
import { planWorkflow } from '../assistants/runtime/workflow/plan-workflow.ts';
import { withWarnings } from '../references/with-warnings.ts';
import type { GenerateWorkflow } from './generate-workflow.ts';
import type { WorkflowStore } from './workflow-store.ts';

export interface WorkflowHandlersOptions {
  readonly workflows: WorkflowStore;
  readonly generate: GenerateWorkflow;
  readonly settle: Pick<Settle, 'workflow' | 'actingFields' | 'refuseFitted'>;
}

/** Workflows; one whose nodes and edges do not hold together is refused when it is stored. */
export function workflowHandlers(options: WorkflowHandlersOptions): HandlersOf<'workflow'> {
  const { workflows, generate, settle } = options;
  /** What will be otherwise than it says. */
  const check = async (orgId: string, workflow: WorkflowCreate): Promise<Warning[]> => {
    const about = { orgId, path: '', isSpoken: true };
    const { warnings = [], ...settled } = await settle.workflow(workflow, about);
    await planWorkflow(settled);
    return [...warnings, ...(await ignoredInWorkflow(workflow, orgId, settle))];
  };
  return {
    'workflow.create': async ({ token, body }) => {
      const { form, warnings } = takeWarnings(body);
      settle.refuseFitted(warnings);
      const found = await check(token.orgId, form);
      return withWarnings(await workflows.create(token.orgId, form), [...warnings, ...found]);
    },
    'workflow.list': ({ token, query }) => workflows.list(token.orgId, query),
    'workflow.get': ({ token, id }) => workflows.get(token.orgId, id),
    'workflow.update': async ({ token, id, body, ifMatch }) => {
      const { form, warnings } = takeWarnings(body);
      settle.refuseFitted(warnings);
      const {
        id: _,
        orgId: __,
        createdAt: ___,
        updatedAt: ____,
        ...before
      } = await workflows.get(token.orgId, id);
      const given = Object.entries(form).filter(
        ([, value]) => value !== null && value !== undefined,
      );
      const found = await check(token.orgId, { ...before, ...Object.fromEntries(given) });
      const workflow = await workflows.update(token.orgId, id, form, { ifMatch });
      return withWarnings(workflow, [...warnings, ...found]);
    },
    'workflow.generate': ({ token, body, signal }) => generate(token.orgId, body, signal),
    'workflow.delete': ({ token, id, ifMatch }) => workflows.remove(token.orgId, id, { ifMatch }),
  };
}
