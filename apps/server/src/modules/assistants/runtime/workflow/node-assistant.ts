import type {
  AssistantCreate,
  ConversationNode,
  KnownWorkflow,
  ToolNode,
} from '@kindling/protocol';
import { usesLocalModel } from '../models/model-resolver.ts';

const DIRECTIONS =
  'You are at one step of a conversation. Keep to what this step is for. Each tool whose name begins with "go_to_" ' +
  'says when the step is over: as soon as that is so, call it instead of answering. Never mention steps or tools.';

/** What a prompt tells to say, word for word: `Say: "Welcome."` */
const QUOTED = /\b(?:say|ask|tell them|greet[^"“]{0,40})\s*[:,]?\s*["“]([^"”]{1,1000})["”]/i;

/** The assistant that a conversation node is. */
export function nodeAssistant(workflow: KnownWorkflow, node: ConversationNode): AssistantCreate {
  const base = sharedAssistant(workflow);
  const model = withTools(node.model ?? workflow.model ?? { provider: 'kindling' }, node);
  const prompt = [workflow.globalPrompt, DIRECTIONS, node.prompt]
    .filter((part) => part !== undefined && part.trim() !== '')
    .join('\n\n');
  const firstMessage =
    node.messagePlan?.firstMessage ??
    // The guide follows no prompt: what it is to say there has to be written there.
    (usesLocalModel({ model }) ? QUOTED.exec(node.prompt ?? '')?.[1] : undefined);
  return {
    ...base,
    ...(node.voice === undefined ? {} : { voice: node.voice }),
    ...(node.transcriber === undefined ? {} : { transcriber: node.transcriber }),
    name: node.name,
    model: { ...model, messages: [...(model.messages ?? []), { role: 'system', content: prompt }] },
    ...(firstMessage
      ? { firstMessage, firstMessageMode: 'assistant-speaks-first' }
      : { firstMessageMode: 'assistant-speaks-first-with-model-generated-message' }),
  };
}

type Model = NonNullable<AssistantCreate['model']>;

/** The model, with what the node names beside it. */
function withTools(model: Model, { tools = [], toolIds = [] }: ConversationNode): Model {
  if (tools.length === 0 && toolIds.length === 0) return model;
  return {
    ...model,
    tools: [...(model.tools ?? []), ...tools],
    toolIds: [...new Set([...(model.toolIds ?? []), ...toolIds])],
  };
}

/** What decides for a tool node: its tool, and the workflow's model to fill in the arguments. */
export function toolAssistant(workflow: KnownWorkflow, node: ToolNode): AssistantCreate {
  const model = workflow.model ?? modelOfFirst(workflow) ?? { provider: 'kindling' };
  return {
    ...sharedAssistant(workflow),
    name: node.name,
    model: {
      ...model,
      ...(node.tool === undefined ? {} : { tools: [node.tool] }),
      ...(node.tool === undefined && node.toolId !== undefined ? { toolIds: [node.toolId] } : {}),
    },
  };
}

function modelOfFirst({ nodes }: KnownWorkflow): AssistantCreate['model'] {
  for (const node of nodes) if (node.type === 'conversation' && node.model) return node.model;
  return undefined;
}

/** Voice, plans and addresses that all nodes share. */
function sharedAssistant(workflow: KnownWorkflow): AssistantCreate {
  const { nodes: _n, edges: _e, globalPrompt: _g, name: _name, model: _m, ...shared } = workflow;
  return shared;
}
