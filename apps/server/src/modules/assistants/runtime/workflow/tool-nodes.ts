import type { ToolResult, ToolRunOptions } from '@kindling/conversation';
import { chooseByWords } from '@kindling/conversation';
import type { AssistantCreate, ToolNode, WorkflowCreate, WorkflowNode } from '@kindling/protocol';
import { usesLocalModel } from '../models/model-resolver.ts';
import type { AssistantRuntime } from '../router.ts';
import { toolAssistant } from './node-assistant.ts';
import type { Exit, WorkflowPlan } from './plan-workflow.ts';
import { chooseExit, runToolNode } from './run-tool-node.ts';

/** The runtime of a node's assistant, with errors reported under the node's path. */
export type ResolveNodeRuntime = (
  node: WorkflowNode,
  assistant: AssistantCreate,
) => Promise<AssistantRuntime>;

export interface ToolNodes {
  /** Runs a tool node; answers what came of it and where to go on. */
  pass(
    node: ToolNode,
    variables: Readonly<Record<string, unknown>>,
    run: ToolRunOptions,
  ): Promise<{ readonly result: ToolResult; readonly following: Exit | null }>;
}

/** The tool nodes of a workflow, each with its tool and a model to fill it in. */
export async function createToolNodes(
  workflow: WorkflowCreate,
  plan: WorkflowPlan,
  resolveRuntime: ResolveNodeRuntime,
): Promise<ToolNodes> {
  const assistants = new Map<string, AssistantCreate>();
  for (const node of plan.nodes.values()) {
    if (node.type !== 'tool') continue;
    const assistant = toolAssistant(workflow, node);
    // What cannot run is refused before anybody speaks.
    await resolveRuntime(node, assistant);
    assistants.set(node.name, assistant);
  }
  return {
    async pass(node, variables, run) {
      const assistant = assistants.get(node.name);
      if (assistant === undefined) throw new Error('Every tool node has its assistant.');
      // Anew each time: addresses and headers may name what was taken down since.
      const variableValues = { ...variables, ...assistant.variableValues };
      const { model, ...tools } = await resolveRuntime(node, { ...assistant, variableValues });
      const runtime = { ...tools, model: usesLocalModel(assistant) ? chooseByWords(model) : model };
      const known = { variables, usesLocalModel: usesLocalModel(assistant) };
      const result = await runToolNode(node, runtime, run, known);
      const { messages, signal } = run;
      const following = await chooseExit(plan.exits(node), runtime.model, {
        answer: result.content,
        messages,
        signal,
      });
      return { result, following };
    },
  };
}
