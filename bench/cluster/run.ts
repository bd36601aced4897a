import { parseArgs } from 'node:util';
import { cleanup } from 'node-datachannel';
import { callKindling } from '../../tests/support/calls/caller.ts';
import { family, processFigures } from '../../tests/support/server/process-figures.ts';
import { askQuestions, pause } from '../support/ask-questions.ts';
import { type BenchCluster, startCluster } from '../support/cluster.ts';
import { type BenchEngine, startBenchEngine } from '../support/media-engine.ts';
import { median, percentile, printTable } from '../support/table.ts';

/**
 * The same calls over one, two and three nodes on this machine: what a node costs, and what it does to answers. Callers
 * run in this process, and are given to the nodes in turn.
 *
 *   node bench/cluster/run.ts [--nodes 1,2,3] [--calls 6] [--seconds 40] [--engine livekit]
 */
const { values } = parseArgs({
  options: {
    nodes: { type: 'string', default: '1,2,3' },
    calls: { type: 'string', default: '6' },
    seconds: { type: 'string', default: '40' },
    engine: { type: 'string', default: 'embedded' },
  },
});
const count = Number(values.calls);
/** The first message is over by then, ms. */
const GREETING = 9_000;
/** How long nothing is asked of the nodes while their idle cost is measured, ms. */
const IDLE = 5_000;

const rows: (string | number)[][] = [];
for (const nodes of values.nodes.split(',').map(Number)) {
  await using stack = new AsyncDisposableStack();
  const engine = await startBenchEngine(values.engine);
  stack.defer(engine.stop);
  const cluster = await startCluster(nodes, engine.environment);
  stack.defer(cluster.close);
  rows.push([String(nodes), ...(await measure(cluster, engine))]);
}
console.log(`\n${count} calls at once, ${values.engine} engine; milliseconds at the caller\n`);
printTable(
  [
    ...['nodes', 'answers', 'median', 'p95', 'no answer'],
    ...['CPU cores of nodes', 'of LiveKit', 'CPU % a call', 'CPU % of a node without calls'],
    'MB resident',
  ],
  rows,
);
cleanup();

async function measure(cluster: BenchCluster, { pid }: BenchEngine): Promise<(string | number)[]> {
  const idleBefore = cpu(cluster);
  await pause(IDLE);
  const idle = (cpu(cluster) - idleBefore) / (IDLE / 1_000) / cluster.nodes.length;
  const callers = [];
  for (let index = 0; index < count; index += 1) {
    const { nodes } = cluster;
    cluster.proxy.nodes = [...nodes.slice(index % nodes.length), ...nodes];
    callers.push(await callKindling(cluster.proxy.url));
  }
  await pause(GREETING);
  const before = cpu(cluster);
  const engineBefore = cpuOf(pid);
  const started = performance.now();
  const delays = await askQuestions(callers, Number(values.seconds));
  const seconds = (performance.now() - started) / 1_000;
  const cores = (cpu(cluster) - before) / seconds;
  const engineCores = (cpuOf(pid) - engineBefore) / seconds;
  const memory = sum(cluster, ({ residentMegabytes }) => residentMegabytes);
  await Promise.all(callers.map((caller) => caller.hangUp()));
  const unanswered = delays.filter((delay) => !Number.isFinite(delay)).length;
  return [
    ...[String(delays.length), median(delays), percentile(delays, 0.95), String(unanswered)],
    ...[cores.toFixed(2), engineCores.toFixed(2), ((cores + engineCores) * 100) / count],
    ...[idle * 100, memory],
  ];
}

type Figures = ReturnType<typeof processFigures>;

/** Over all processes of all nodes. */
function sum({ nodes }: BenchCluster, of: (figures: Figures) => number): number {
  return nodes
    .flatMap(({ server }) => (server === null ? [] : family(server.pid)))
    .reduce((total, pid) => total + of(processFigures(pid)), 0);
}

function cpu(cluster: BenchCluster): number {
  return sum(cluster, ({ cpuSeconds }) => cpuSeconds);
}

/** Of LiveKit, which runs beside the nodes; 0 where they carry the calls themselves. */
function cpuOf(pid: number | null): number {
  return pid === null ? 0 : processFigures(pid).cpuSeconds;
}
