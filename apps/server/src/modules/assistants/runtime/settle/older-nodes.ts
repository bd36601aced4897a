import {
  type ConversationNode,
  type KnownWorkflow,
  type OtherNode,
  toolCreateSchema,
  type Warning,
  type WorkflowCreate,
  type WorkflowEdge,
  type WorkflowNode,
} from '@kindling/protocol';
import { z } from 'zod';
import { joinEnds } from './workflow-ends.ts';

/** One of a list of what a step takes down. */
const variableSchema = z.object({
  title: z.string().min(1).max(100),
  type: z.enum(['string', 'number', 'integer', 'boolean']).catch('string'),
  description: z.string().max(4_000).optional().catch(undefined),
  enum: z.array(z.string()).min(1).optional().catch(undefined),
});

const KINDS: ReadonlySet<string> = new Set(['conversation', 'tool', 'hangup']);
const TALKING: ReadonlySet<string> = new Set(['say', 'gather', 'prompt', 'ask', 'message']);
const ENDING: ReadonlySet<string> = new Set(['end', 'endcall', 'end-call', 'hang-up', 'finish']);

/**
 * The nodes and edges of a workflow in the kinds of today: those of earlier versions become what they meant, what
 * cannot be is passed through, and each is named.
 */
export function renewNodes(written: WorkflowCreate): {
  readonly workflow: KnownWorkflow;
  readonly warnings: readonly Warning[];
  /** What does not hold together, as it was written. */
  readonly loose: readonly Warning[];
} {
  const warnings: Warning[] = [];
  const entries = written.nodes.filter(isEntry);
  const first = written.edges.find(({ from }) => entries.some(({ name }) => name === from));
  const nodes = written.nodes.flatMap((node, index): WorkflowNode[] => {
    if (isEntry(node)) return [];
    const known = isNodeOfToday(node) ? asOfToday(node) : renewNode(node);
    if (!isNodeOfToday(node))
      warnings.push({ path: `nodes.${index}.type`, message: noteOf(node, known) });
    else if (node.type === 'tool' && known !== node)
      warnings.push({
        path: `nodes.${index}.toolId`,
        message: 'There is no tool: the step is passed.',
      });
    return [first !== undefined && first.to === known.name ? { ...known, isStart: true } : known];
  });
  const edges = written.edges.flatMap((edge, index): WorkflowEdge[] => {
    if (entries.some(({ name }) => name === edge.from || name === edge.to)) return [];
    if (edge.condition === undefined || conditionOf(edge) !== null) return [edge];
    const message = `A condition of the type "${edge.condition.type}" is never so here.`;
    warnings.push({ path: `edges.${index}.condition`, message });
    return [];
  });
  const { warnings: loose, ...graph } = joinEnds({ nodes, edges });
  const joined = { nodes: [...graph.nodes], edges: [...graph.edges] };
  return { workflow: { ...written, ...joined }, warnings, loose };
}

/** Null: it cannot be judged here. */
export function conditionOf({ condition }: WorkflowEdge): string | null {
  const { prompt, liquid } = { liquid: undefined, ...condition };
  const words = [prompt, liquid].find((one) => typeof one === 'string' && one.trim() !== '');
  if (condition?.type === 'ai') return typeof words === 'string' ? words : '';
  return typeof words === 'string' ? `${words} is true.` : null;
}

export const isNodeOfToday = (node: WorkflowNode | OtherNode): node is WorkflowNode =>
  KINDS.has(node.type);
/** A mark where a workflow begins, which does nothing itself. */
const isEntry = ({ type }: { readonly type: string }) => type === 'start' || type === 'entry';

/** What a step takes down may be a list as well as a schema; a step whose tool is not said still leads on. */
function asOfToday(node: WorkflowNode): WorkflowNode {
  if (node.type === 'conversation') return { ...node, ...saidIn(node), ...takenDown(node) };
  if (node.type !== 'tool' || node.tool !== undefined || node.toolId !== undefined) return node;
  return { ...node, tool: otherTool('a tool that is not named') };
}

/** A step's first message and its prompt may stand beside its plan. */
function saidIn(node: ConversationNode) {
  const [prompt, first] = [textOf(node.systemPrompt), textOf(node.firstMessage)];
  return {
    ...(node.prompt === undefined && prompt !== undefined && { prompt }),
    ...(first !== undefined &&
      node.messagePlan?.firstMessage === undefined && {
        messagePlan: { ...node.messagePlan, firstMessage: first },
      }),
  };
}

function takenDown({ variableExtractionPlan: plan }: ConversationNode) {
  const output = z.array(variableSchema).safeParse(plan?.output);
  if (plan === undefined || plan.schema !== undefined || !output.success) return {};
  const properties = output.data.map(({ title, ...variable }) => [title, variable]);
  const schema = { type: 'object', properties: Object.fromEntries(properties) };
  return { variableExtractionPlan: { ...plan, schema } };
}

function renewNode(node: OtherNode): WorkflowNode {
  const type: string = node.type;
  const { name, isStart } = node;
  const shared = { name, ...(isStart !== undefined && { isStart }) };
  if (ENDING.has(type.toLowerCase())) return { ...shared, type: 'hangup' };
  if (TALKING.has(type)) {
    const [prompt, exact] = [textOf(node.prompt), textOf(node.exact) ?? textOf(node.message)];
    return {
      ...shared,
      type: 'conversation',
      ...(prompt !== undefined && { prompt }),
      ...(exact !== undefined && { messagePlan: { firstMessage: exact } }),
    };
  }
  const request = type === 'apiRequest' ? requestOf(node) : undefined;
  return { ...shared, type: 'tool', tool: request ?? otherTool(type) };
}

/** Of earlier versions a request was a node of its own, with its values where their schema is today. */
function requestOf(node: OtherNode) {
  const { url, method = 'POST', headers, body } = node;
  const request = {
    type: 'apiRequest',
    url,
    method,
    headers: schemaOf(headers),
    body: schemaOf(body),
  };
  return toolCreateSchema.safeParse({ ...request, name: node.name.replaceAll(/\W+/g, '_') }).data;
}

function schemaOf(values: unknown): unknown {
  if (typeof values !== 'object' || values === null) return undefined;
  if ('properties' in values) return values;
  const properties = Object.entries(values).map(([name, value]) => [
    name,
    { type: 'string', value: typeof value === 'string' ? value : JSON.stringify(value) },
  ]);
  return { type: 'object', properties: Object.fromEntries(properties) };
}

/** For the compiler, any tool that is kept alone is of one type. */
const otherTool = (type: string) => ({ type: type as 'other' });

const textOf = (value: unknown) =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;

function noteOf({ type }: { readonly type: string }, known: WorkflowNode): string {
  const isPassed = known.type === 'tool' && known.tool?.type !== 'apiRequest';
  return isPassed
    ? `Nodes of the kind "${type}" are not available here: the step is passed, and its edges lead on.`
    : `A node of the kind "${type}" is run as one of the kind "${known.type}".`;
}
