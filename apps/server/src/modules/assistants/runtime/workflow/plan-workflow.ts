import type {
  ConversationNode,
  FieldError,
  KnownWorkflow,
  WorkflowEdge,
  WorkflowNode,
} from '@kindling/protocol';
import { badFields } from '../../../../platform/errors/bad-field.ts';
import { schemaFault } from '../../../tools/check-arguments.ts';
import { conditionOf } from '../settle/older-nodes.ts';

/** A way out of a node. */
export interface Exit {
  readonly to: WorkflowNode;
  /** Null: once the person has answered. */
  readonly condition: string | null;
}

export interface WorkflowPlan {
  readonly start: ConversationNode;
  readonly nodes: ReadonlyMap<string, WorkflowNode>;
  exits(node: WorkflowNode): readonly Exit[];
}

/** As many tools as models take. */
const EXITS_MAX = 100;

type Graph = Pick<KnownWorkflow, 'nodes' | 'edges'>;

/**
 * The workflow as it is walked.
 *
 * @throws `bad_request` naming every node and edge that leads nowhere
 */
export async function planWorkflow(workflow: Graph, path = ''): Promise<WorkflowPlan> {
  const fields = [
    ...repeatedNames(workflow.nodes),
    ...missingTools(workflow.nodes),
    ...(await wrongSchemas(workflow.nodes)),
    ...tooManyExits(workflow),
    ...looseEnds(workflow),
    ...wrongStarts(workflow),
  ];
  if (fields.length > 0) throw badFields(fields.map((one) => ({ ...one, path: path + one.path })));
  const nodes = new Map(workflow.nodes.map((node) => [node.name, node]));
  const start = startOf(workflow);
  if (start?.type !== 'conversation') throw new Error('The start was checked.');
  const global = workflow.nodes.filter(isGlobal);
  return {
    start,
    nodes,
    exits(node) {
      const own = workflow.edges.filter(({ from }) => from === node.name);
      return [
        ...own.flatMap((edge) => toExit(edge, nodes)),
        // From everywhere, but not to where one is or gets to anyway.
        ...(node.type === 'conversation' ? global : [])
          .filter(({ name }) => name !== node.name && !own.some(({ to }) => to === name))
          .map((to) => ({ to, condition: to.globalNodePlan?.enterCondition || to.name })),
      ];
    },
  };
}

function toExit(edge: WorkflowEdge, nodes: ReadonlyMap<string, WorkflowNode>): Exit[] {
  const to = nodes.get(edge.to);
  return to === undefined ? [] : [{ to, condition: conditionOf(edge)?.trim() || null }];
}

function isGlobal(node: WorkflowNode): node is ConversationNode {
  return node.type === 'conversation' && node.globalNodePlan?.enabled === true;
}

/** The node that says so, or the first that no edge leads to. */
function startOf({ nodes, edges }: Graph): WorkflowNode | undefined {
  return (
    nodes.find(({ isStart }) => isStart === true) ??
    nodes.find(({ name }) => !edges.some(({ to }) => to === name)) ??
    nodes[0]
  );
}

function repeatedNames(nodes: Graph['nodes']): FieldError[] {
  return nodes.flatMap(({ name }, index) =>
    nodes.findIndex((other) => other.name === name) === index
      ? []
      : [{ path: `nodes.${index}.name`, message: `Two nodes are named "${name}".` }],
  );
}

function missingTools(nodes: Graph['nodes']): FieldError[] {
  return nodes.flatMap((node, index) =>
    node.type !== 'tool' || node.tool !== undefined || node.toolId !== undefined
      ? []
      : [{ path: `nodes.${index}.toolId`, message: 'Give a tool or a toolId.' }],
  );
}

async function wrongSchemas(nodes: Graph['nodes']): Promise<FieldError[]> {
  const errors: FieldError[] = [];
  for (const [index, node] of nodes.entries()) {
    const schema = node.type === 'conversation' ? node.variableExtractionPlan?.schema : undefined;
    if (schema === undefined) continue;
    const path = `nodes.${index}.variableExtractionPlan.schema`;
    const message =
      (schema.type ?? 'object') === 'object'
        ? await schemaFault(schema)
        : 'Its type must be "object": every property is a variable.';
    if (message !== null) errors.push({ path, message });
  }
  return errors;
}

function tooManyExits({ nodes, edges }: Graph): FieldError[] {
  const global = nodes.filter(isGlobal).length;
  return nodes.flatMap(({ name }, index) =>
    edges.filter(({ from }) => from === name).length + global <= EXITS_MAX
      ? []
      : [{ path: `nodes.${index}`, message: `More than ${EXITS_MAX} ways lead out of it.` }],
  );
}

function looseEnds({ nodes, edges }: Graph): FieldError[] {
  const names = new Set(nodes.map(({ name }) => name));
  return edges.flatMap((edge, index) =>
    (['from', 'to'] as const)
      .filter((end) => !names.has(edge[end]))
      .map((end) => ({
        path: `edges.${index}.${end}`,
        message: `There is no node named "${edge[end]}".`,
      })),
  );
}

function wrongStarts(workflow: Graph): FieldError[] {
  const { nodes } = workflow;
  const starts = nodes.filter(({ isStart }) => isStart === true);
  if (starts.length > 1) {
    const index = nodes.indexOf(starts[1] ?? nodes[0] ?? { type: 'hangup', name: '' });
    return [{ path: `nodes.${index}.isStart`, message: 'Only one node can be the start.' }];
  }
  const start = startOf(workflow);
  if (start === undefined || start.type === 'conversation') return [];
  return [
    {
      path: `nodes.${nodes.indexOf(start)}.type`,
      message: 'A workflow starts with a conversation node; mark one with isStart.',
    },
  ];
}
