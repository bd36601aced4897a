import {
  chooseByWords,
  type Model,
  type ModelMessage,
  type ToolCall,
  type ToolDefinition,
  type ToolResult,
  type ToolRunOptions,
} from '@kindling/conversation';
import type { AssistantCreate, KnownWorkflow, ToolNode, WorkflowNode } from '@kindling/protocol';
import { isFields } from '../../../../platform/errors/is-fields.ts';
import { toToolNames } from '../handoffs.ts';
import { usesLocalModel } from '../models/model-resolver.ts';
import type { AssistantRuntime } from '../router.ts';
import { toolAssistant } from './node-assistant.ts';
import type { Exit, WorkflowPlan } from './plan-workflow.ts';

type Messages = ToolRunOptions['messages'];

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
  workflow: KnownWorkflow,
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

/** What is known when a tool node is reached. */
interface Known {
  /** What was taken down on the way, and what the call brought along. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** A guide reads arguments from the person's last words alone: what was taken down goes before them. */
  readonly usesLocalModel: boolean;
}

/** Has the model fill in the arguments of the node's tool from the conversation, and runs it. */
async function runToolNode(
  node: ToolNode,
  { model, tools }: AssistantRuntime,
  options: ToolRunOptions,
  { variables, usesLocalModel }: Known,
): Promise<ToolResult> {
  const id = `node_${node.name}`.slice(0, 64);
  const definition = tools?.definitions[0];
  if (tools === undefined || definition === undefined) {
    return { toolCallId: id, name: node.name, content: 'Its tool is gone.', failed: true };
  }
  const known = Object.entries(variables).filter(([name]) => isProperty(definition, name));
  const taken = Object.fromEntries(known);
  const system = [
    `Call the tool ${definition.name} now, with what the conversation says.`,
    ...(known.length === 0 ? [] : [`Taken down before: ${JSON.stringify(taken)}`]),
  ].join(' ');
  const messages: ModelMessage[] = [
    ...toMessages(options.messages),
    { role: 'system', content: system },
  ];
  const asked = { ...definition, when: '' };
  const made = await askForTool(model, { messages, tools: [asked], signal: options.signal });
  const call = made ?? { type: 'tool-call', id, name: definition.name, arguments: '{}' };
  const written = readObject(call.arguments);
  if (known.length === 0 || written === null) return tools.run(call, options);
  const values = usesLocalModel ? { ...written, ...taken } : { ...taken, ...written };
  return tools.run({ ...call, arguments: JSON.stringify(values) }, options);
}

function isProperty({ parameters }: ToolDefinition, name: string): boolean {
  const { properties } = parameters;
  return typeof properties === 'object' && properties !== null && Object.hasOwn(properties, name);
}

function readObject(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : null;
  } catch {
    return null;
  }
}

/** Which way to go on after a tool's answer; null: there is none. */
async function chooseExit(
  exits: readonly Exit[],
  model: Model,
  { answer, messages, signal }: { answer: string; messages: Messages; signal: AbortSignal },
): Promise<Exit | null> {
  const open = exits.find(({ condition }) => condition === null) ?? null;
  const conditional = exits.filter(({ condition }) => condition !== null);
  if (conditional.length === 0) return open;
  const names = toToolNames(
    'go_to_',
    conditional.map(({ to }) => to.name),
  );
  const tools = conditional.map(({ condition }, index) => ({
    name: names[index] ?? '',
    description: `Call this when this is so: ${condition}`,
    parameters: { type: 'object', properties: {} },
    when: condition ?? '',
  }));
  const asked: ModelMessage = { role: 'user', content: `The tool answered: ${answer}` };
  const call = await askForTool(model, {
    messages: [...toMessages(messages), asked],
    tools,
    signal,
  });
  return conditional[names.indexOf(call?.name ?? '')] ?? open;
}

async function askForTool(
  model: Model,
  request: Parameters<Model['respond']>[0],
): Promise<ToolCall | null> {
  for await (const piece of model.respond(request)) if (typeof piece !== 'string') return piece;
  return null;
}

/** Without the exchanges of tools: they would want their calls beside them. */
function toMessages(messages: Messages): ModelMessage[] {
  return messages.flatMap(({ role, content }): ModelMessage[] =>
    (role === 'system' || role === 'user' || role === 'assistant') && content !== ''
      ? [{ role, content }]
      : [],
  );
}
