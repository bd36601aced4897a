import { existsSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type BenchCluster, startCluster } from '../support/cluster.ts';
import { startBenchEngine } from '../support/media-engine.ts';
import { createRandom } from '../support/random.ts';
import { judgeRecord } from './judge.ts';
import { killOnce } from './kill.ts';
import { MOMENTS } from './moments.ts';
import { type Organisation, startOrganisation } from './organisation.ts';
import { printResults, type Result, readResults } from './report.ts';

/**
 * Calls whose node is killed with SIGKILL: how long until the caller hears the agent again, and what is kept.
 *
 *   node bench/takeover/run.ts [--kills 100] [--seed 1] [--nodes 3] [--moment <expression for its name>] [--logs]
 *                              [--out kills.jsonl] [--minutes 9] [--engine livekit]
 *
 * Each kill meets two calls: one that is brought to a moment, and another one, which listens or is told a story. Every
 * fourth takes the media process in the same instant, as `docker kill` does. With `--out` a run goes on where an
 * earlier one stopped; `--minutes` stops it; `--kills 0` prints what there is.
 */
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    nodes: { type: 'string', default: '3' },
    moment: { type: 'string', default: '' },
    logs: { type: 'boolean', default: false },
    out: { type: 'string' },
    minutes: { type: 'string', default: '600' },
    engine: { type: 'string', default: 'embedded' },
  },
});

const { out } = values;
const results = out !== undefined && existsSync(out) ? readResults(out) : [];
const moments = MOMENTS.filter(({ name }) => new RegExp(values.moment).test(name));
const first = Math.max(-1, ...results.map(({ index }) => index)) + 1;
if (first < Number(values.kills)) await run();
printResults(results);
// Connections of callers whose server was killed would keep the process alive.
process.exit();

async function run(): Promise<void> {
  const deadline = performance.now() + Number(values.minutes) * 60_000;
  await using stack = new AsyncDisposableStack();
  const engine = await startBenchEngine(values.engine);
  stack.defer(engine.stop);
  process.once('SIGTERM', () => void stack.disposeAsync().finally(() => process.exit(1)));
  const organisation = await startOrganisation();
  stack.defer(() => organisation.close());
  const cluster = await startCluster(Number(values.nodes), {
    ...engine.environment,
    LOG_LEVEL: 'info',
  });
  stack.defer(() => cluster.close());
  await killAgainAndAgain(cluster, organisation, deadline);
}

async function killAgainAndAgain(
  cluster: BenchCluster,
  organisation: Organisation,
  deadline: number,
): Promise<void> {
  let whenReady: Promise<unknown> = Promise.resolve();
  const reading: Promise<void>[] = [];
  for (let index = first; index < Number(values.kills); index += 1) {
    if (performance.now() > deadline) break;
    const moment = moments[index % moments.length];
    if (moment === undefined) throw new Error(`No moment is called like "${values.moment}".`);
    const random = createRandom(Number(values.seed) * 100_003 + index);
    const kill = { index, moment: moment.name, whole: random() < 0.25 };
    const calls = await killOnce({
      ...{ cluster, organisation, moment, random, whenReady },
      ...{ place: index, whole: kill.whole },
    });
    const killed = cluster.nodes.filter(({ server }) => server === null);
    if (values.logs) printLogs(cluster);
    whenReady = Promise.all(killed.map((node) => node.start()));
    // Records are read while the next calls begin: their reports come some seconds after their end.
    reading.push(...calls.map((call) => read(call, kill)));
  }
  await whenReady;
  await Promise.all(reading);

  type Call = Awaited<ReturnType<typeof killOnce>>[number];
  async function read(
    { role, talk, killedAt, outcome }: Call,
    kill: Pick<Result, 'index' | 'moment' | 'whole'>,
  ) {
    const faults = outcome.faults.filter(Boolean);
    if (talk !== null)
      faults.push(...(await judgeRecord(talk, { cluster, organisation }, faults.length > 0)));
    const result: Result = { ...kill, role, killedAt, outcome: { ...outcome, faults } };
    results.push(result);
    if (out !== undefined) await appendFile(out, `${JSON.stringify(result)}\n`);
    const heard = outcome.gap === null ? 'not heard' : `${outcome.gap.toFixed(0)} ms`;
    console.log(`${kill.index} ${kill.moment}, ${role}: ${heard} ${faults.join('; ')}`);
  }
}

function printLogs({ nodes }: BenchCluster): void {
  for (const { name, server } of nodes)
    for (const line of server?.output().split('\n').slice(-40) ?? [])
      if (line.startsWith('{')) console.log(`${name} ${line.slice(0, 400)}`);
}
