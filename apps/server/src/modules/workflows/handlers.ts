import type { HandlersOf } from '../../platform/requests/operation-handlers.ts';
import { planWorkflow } from '../assistants/runtime/workflow/plan-workflow.ts';
import type { GenerateWorkflow } from './generate-workflow.ts';
import type { WorkflowStore } from './workflow-store.ts';

export interface WorkflowHandlersOptions {
  readonly workflows: WorkflowStore;
  readonly generate: GenerateWorkflow;
}

/** Workflows; one whose nodes and edges do not hold together is refused when it is stored. */
export function workflowHandlers(options: WorkflowHandlersOptions): HandlersOf<'workflow'> {
  const { workflows, generate } = options;
  return {
    'workflow.create': async ({ token, body }) => {
      await planWorkflow(body);
      return workflows.create(token.orgId, body);
    },
    'workflow.list': ({ token, query }) => workflows.list(token.orgId, query),
    'workflow.get': ({ token, id }) => workflows.get(token.orgId, id),
    'workflow.update': async ({ token, id, body, ifMatch }) => {
      const before = await workflows.get(token.orgId, id);
      await planWorkflow({ nodes: body.nodes ?? before.nodes, edges: body.edges ?? before.edges });
      return workflows.update(token.orgId, id, body, { ifMatch });
    },
    'workflow.generate': ({ token, body, signal }) => generate(token.orgId, body, signal),
    'workflow.delete': ({ token, id, ifMatch }) => workflows.remove(token.orgId, id, { ifMatch }),
  };
}
