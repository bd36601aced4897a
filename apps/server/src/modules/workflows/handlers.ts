import {
  takeWarnings,
  type Warning,
  type WorkflowCreate,
  workflowCreateSchema,
} from '@kindling/protocol';
import type { HandlersOf } from '../../platform/requests/operation-handlers.ts';
import { OLDER_FIELDS } from '../assistants/runtime/settle/older-fields.ts';
import { isNodeOfToday } from '../assistants/runtime/settle/older-nodes.ts';
import type { Settle } from '../assistants/runtime/settle/settle.ts';
import { planWorkflow } from '../assistants/runtime/workflow/plan-workflow.ts';
import { ignoredFields } from '../references/ignored-fields.ts';
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
    // What nodes of other kinds hold is read as their kinds say.
    const others = workflow.nodes.flatMap((node, index) =>
      isNodeOfToday(node) ? [] : [`nodes.${index}.`],
    );
    const parts = [workflow, ...workflow.nodes].map((one) =>
      settle.actingFields(one as Pick<WorkflowCreate, 'voice'>, orgId),
    );
    const known = new Set([
      ...OLDER_FIELDS,
      ...(await Promise.all(parts)).flatMap((of) => [...of]),
    ]);
    const ignored = ignoredFields(workflowCreateSchema, workflow, known).filter(
      ({ path }) => !others.some((other) => path.startsWith(other)),
    );
    return [...warnings, ...ignored];
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
