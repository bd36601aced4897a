import type { ActiveAssistant, ToolResult, ToolRunOptions } from '@kindling/conversation';
import type { AssistantCreate, ConversationNode, KnownWorkflow } from '@kindling/protocol';
import { createHopLimit, withHandoffs } from '../handoffs.ts';
import { usesLocalModel } from '../models/model-resolver.ts';
import {
  type AssistantRouter,
  type AssistantRuntime,
  activeAssistant,
  type RouterContext,
  type WorkflowTrace,
  withErrorPath,
} from '../router.ts';
import { createExitTools } from './exit-tools.ts';
import { nodeAssistant } from './node-assistant.ts';
import { type Exit, planWorkflow } from './plan-workflow.ts';
import { createToolNodes, type ResolveNodeRuntime } from './tool-nodes.ts';

type Variables = Readonly<Record<string, unknown>>;
type Step = Pick<ToolResult, 'content' | 'effect' | 'failed' | 'say'>;

interface ReadyNode {
  readonly node: ConversationNode;
  readonly assistant: AssistantCreate;
  readonly runtime: AssistantRuntime;
}

/** A workflow run as a conversation: each conversation node speaks until one of its exits is taken. */
export async function createWorkflowRouter(
  workflow: KnownWorkflow,
  given: Variables,
  { resolveRuntime, now, onFault, path = '', position }: RouterContext,
): Promise<AssistantRouter> {
  const plan = await planWorkflow(workflow, path);
  const mayHandOver = createHopLimit();
  const resolveNodeRuntime: ResolveNodeRuntime = (node, assistant) =>
    withErrorPath(`${path}nodes.${workflow.nodes.indexOf(node)}.`, () => resolveRuntime(assistant));
  const toolNodes = await createToolNodes(workflow, plan, resolveNodeRuntime);
  const reached = position?.type === 'workflow' ? position : null;
  const trace = createTrace(reached);
  const talking = [...plan.nodes.values()].filter((node) => node.type === 'conversation');
  const made = await Promise.all(talking.map(prepareNode));
  const readyNodes = new Map(made.map((ready) => [ready.node.name, ready]));
  const start = readyNodes.get(plan.start.name);
  if (start === undefined) throw new Error('The start is a conversation node.');
  let current = readyNodes.get(reached?.node ?? '') ?? start;
  let speaker = reached === null ? arrive(start) : speakAt(current);

  async function prepareNode(node: ConversationNode): Promise<ReadyNode> {
    const assistant = nodeAssistant(workflow, node);
    const tools = createExitTools({
      node,
      mayHandOver,
      leave,
      onFault,
      exits: plan.exits(node),
      askAgain: () => (usesLocalModel(assistant) ? speaker.settings.firstMessage : null),
    });
    const own = await resolveNodeRuntime(node, assistant);
    return { node, assistant, runtime: withHandoffs(assistant, own, { tools, mayHandOver }) };
  }

  /** From an exit through tool nodes to the next words, or to the end. */
  async function leave(exit: Exit, variables: Variables, run: ToolRunOptions): Promise<Step> {
    trace.takeDown(current.node.name, variables);
    let next = exit.to;
    const answers: string[] = [];
    const words: string[] = [];
    for (let count = 0; count <= plan.nodes.size; count += 1) {
      const content = answers.join('\n') || `Now at "${next.name}".`;
      // What the tools on the way have to say comes before the next words, or the end.
      const step = { content, failed: false, ...saying(words) };
      if (next.type === 'hangup') return { ...step, effect: { type: 'end-call' } };
      if (next.type === 'conversation') {
        const destination = writeDestination(next.name, variables);
        return { ...step, effect: { type: 'handoff', destination } };
      }
      trace.visit(next.name);
      const { result, following } = await toolNodes.pass(next, { ...given, ...trace.taken }, run);
      answers.push(`${next.name}: ${result.content}`);
      if (result.say !== undefined) words.push(result.say);
      if (result.effect !== undefined)
        return {
          content: answers.join('\n'),
          failed: false,
          effect: result.effect,
          ...saying(words),
        };
      // Nothing follows: the workflow is over.
      next = following?.to ?? { type: 'hangup', name: next.name };
    }
    return { content: 'The steps lead in a circle; answer yourself.', failed: true };
  }

  function arrive(ready: ReadyNode) {
    trace.visit(ready.node.name);
    return speakAt(ready);
  }

  function speakAt(ready: ReadyNode) {
    return activeAt(ready, { ...given, ...ready.assistant.variableValues, ...trace.taken }, now());
  }

  return {
    get speaker() {
      return speaker;
    },
    get assistant() {
      return current.assistant;
    },
    members: made.map(({ assistant }) => assistant),
    handOff(destination) {
      const { node, variables } = readDestination(destination);
      const next = readyNodes.get(node);
      if (next === undefined) return null;
      trace.takeDown(current.node.name, variables);
      current = next;
      speaker = arrive(next);
      return { to: speaker, history: 'replace-prompt' };
    },
    workflowTrace: trace.read,
    position: () => ({ type: 'workflow', node: current.node.name, ...trace.read() }),
  };
}

function activeAt(
  { node, assistant, runtime }: ReadyNode,
  variableValues: Variables,
  now: Date,
): ActiveAssistant {
  const { name, type } = node;
  return activeAssistant({ ...assistant, variableValues }, runtime, { now, node: { name, type } });
}

/** The nodes that were reached, and what was taken down at each. */
function createTrace(before: WorkflowTrace | null) {
  const taken: Record<string, unknown> = { ...before?.variables };
  const nodes: { nodeName: string; variables: Record<string, unknown> }[] =
    before?.nodes.map((node) => ({ ...node, variables: { ...node.variables } })) ?? [];
  return {
    taken: taken as Variables,
    visit(nodeName: string): void {
      nodes.push({ nodeName, variables: {} });
    },
    takeDown(nodeName: string, variables: Variables): void {
      Object.assign(taken, variables);
      const last = nodes.findLast((node) => node.nodeName === nodeName);
      if (last !== undefined) Object.assign(last.variables, variables);
    },
    read: (): WorkflowTrace => ({ nodes: structuredClone(nodes), variables: { ...taken } }),
  };
}

const saying = (words: readonly string[]): Pick<Step, 'say'> =>
  words.length === 0 ? {} : { say: words.join(' ') };

/** Encodes a node's name and the variables collected on the way there in one string, from which the workflow can resume. */
function writeDestination(node: string, variables: Variables): string {
  return `${encodeURIComponent(node)}#${JSON.stringify(variables)}`;
}

/** Also reads a bare name of a node. */
function readDestination(text: string): { node: string; variables: Variables } {
  const mark = text.indexOf('#');
  if (mark === -1) return { node: text, variables: {} };
  try {
    const variables: unknown = JSON.parse(text.slice(mark + 1));
    const isObject = typeof variables === 'object' && variables !== null;
    return {
      node: decodeURIComponent(text.slice(0, mark)),
      variables: isObject ? (variables as Variables) : {},
    };
  } catch {
    return { node: text, variables: {} };
  }
}
