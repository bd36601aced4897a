import type { PlatformContext } from '../../platform/platform-context.ts';
import type { HandlersOf } from '../../platform/requests/operation-handlers.ts';
import { createToolStore } from '../tools/tool-store.ts';
import { createGenerateWorkflow, type GenerateWorkflowOptions } from './generate-workflow.ts';
import { type WorkflowHandlersOptions, workflowHandlers } from './handlers.ts';
import { createWorkflowStore } from './workflow-store.ts';

export interface WorkflowsContext
  extends Pick<PlatformContext, 'config' | 'db'>,
    Pick<GenerateWorkflowOptions, 'calls' | 'models'>,
    Pick<WorkflowHandlersOptions, 'settle'> {}

export function registerWorkflows(context: WorkflowsContext): HandlersOf<'workflow'> {
  const { config, db, calls, models, settle } = context;
  return workflowHandlers({
    settle,
    workflows: createWorkflowStore(db),
    generate: createGenerateWorkflow({
      calls,
      models,
      llm: config.llm,
      tools: createToolStore(db),
    }),
  });
}
