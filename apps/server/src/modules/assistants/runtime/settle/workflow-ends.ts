import type { Warning, WorkflowEdge, WorkflowNode } from '@kindling/protocol';

interface Graph {
  readonly nodes: readonly WorkflowNode[];
  readonly edges: readonly WorkflowEdge[];
}

const START = 'start';

/**
 * A graph that holds together: its edges lead from node to node, each node has a name of its own, and one conversation
 * begins. What was written otherwise is named, each with its place in what was written.
 */
export function joinEnds(written: Graph): Graph & { readonly warnings: readonly Warning[] } {
  const warnings: Warning[] = [];
  const names = new Set<string>();
  const named = written.nodes.filter(({ name }, index) => {
    if (!names.has(name)) return names.add(name);
    const message = `Two nodes are named "${name}": this one is left out.`;
    warnings.push({ path: `nodes.${index}.name`, message });
    return false;
  });
  const byId = new Map(written.nodes.map(({ id, name }) => [String(id), name]));
  const edges = written.edges.flatMap((edge, index): WorkflowEdge[] => {
    const end = (name: string) => (names.has(name) ? name : (byId.get(name) ?? name));
    const joined = { ...edge, from: end(edge.from), to: end(edge.to) };
    const loose = (['from', 'to'] as const).find((side) => !names.has(joined[side]));
    if (loose === undefined) return [joined];
    const message = `There is no node named "${edge[loose]}". This edge is left out.`;
    warnings.push({ path: `edges.${index}.${loose}`, message });
    return [];
  });
  return { ...withStart(oneStart(named, warnings), edges, warnings), warnings };
}

function oneStart(nodes: readonly WorkflowNode[], warnings: Warning[]): readonly WorkflowNode[] {
  const first = nodes.find(({ isStart }) => isStart === true);
  return nodes.map((node, index) => {
    if (node.isStart !== true || node === first) return node;
    const message = 'Another node is the start: this one is reached by its edges.';
    warnings.push({ path: `nodes.${index}.isStart`, message });
    return { ...node, isStart: false };
  });
}

/** A conversation begins: in front of a tool that was to begin it is one without a purpose of its own. */
function withStart(
  nodes: readonly WorkflowNode[],
  edges: readonly WorkflowEdge[],
  warnings: Warning[],
): Graph {
  const isTarget = ({ name }: WorkflowNode) => edges.some(({ to }) => to === name);
  const start =
    nodes.find(({ isStart }) => isStart === true) ??
    nodes.find((node) => !isTarget(node)) ??
    nodes[0];
  if (start === undefined || start.type === 'conversation') return { nodes, edges };
  const index = nodes.indexOf(start);
  const name = nodes.some((node) => node.name === START) ? `${START}_of_${start.name}` : START;
  const message = `A workflow starts with a conversation: one named "${name}" goes before it.`;
  warnings.push({ path: `nodes.${index}.type`, message });
  const others = nodes.map((node) => (node === start ? { ...node, isStart: false } : node));
  return {
    nodes: [{ type: 'conversation', name, isStart: true }, ...others],
    edges: [{ from: name, to: start.name }, ...edges],
  };
}
