import { symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { callKindling } from '../../tests/support/calls/caller.ts';
import { makeDataFolder, startKindling } from '../../tests/support/server/kindling.ts';
import { family, processFigures } from '../../tests/support/server/process-figures.ts';
import { askQuestions, pause } from '../support/ask-questions.ts';
import { median, percentile, printTable } from '../support/table.ts';

/**
 * How many people can talk at once: callers ask a question every 12 s, out of step, until the
 * p95 of the answer's delay passes 1.2 s. Callers run in this process, on the same machine.
 *
 *   node bench/calls/run.ts [--steps 1,5,10,15,20] [--seconds 50] [--models <folder>]
 *
 * `--models` is the folder models of a data folder: the server speaks and listens with what is in it.
 */

const { values } = parseArgs({
  options: {
    steps: { type: 'string', default: '1,5,10,15,20' },
    seconds: { type: 'string', default: '50' },
    models: { type: 'string' },
  },
});
const LIMIT = 1_200;

const dataFolder = await makeDataFolder();
if (values.models !== undefined) await symlink(resolve(values.models), join(dataFolder, 'models'));
const kindling = await startKindling({ dataFolder, env: { MAX_CALLS: '200' } });
const rows: (string | number)[][] = [];
try {
  for (const count of values.steps.split(',').map(Number)) {
    const row = await load(count);
    rows.push(row.cells);
    console.log(`${count} calls: p95 ${row.p95.toFixed(0)} ms`);
    if (row.p95 > LIMIT) break;
  }
  console.log(
    '\nlast packet of speech to first packet of the answer, at the caller; milliseconds\n',
  );
  printTable(
    [
      'calls at once',
      'answers',
      'median',
      'p95',
      'no answer',
      'CPU cores',
      'CPU % a call',
      'MB resident',
      'sentences by Flite',
    ],
    rows,
  );
} finally {
  await kindling.stop();
}
// Connections of callers would keep the process alive.
process.exit();

async function load(count: number) {
  const callers = await Promise.all(
    Array.from({ length: count }, () => callKindling(kindling.url)),
  );
  // The first message is over by then.
  await pause(9_000);
  const before = cpu();
  const byFlite = await sentencesByFlite();
  const started = performance.now();
  const delays = await askQuestions(callers, Number(values.seconds));
  const seconds = (performance.now() - started) / 1000;
  const cores = (cpu() - before) / seconds;
  const memory = family(kindling.pid).reduce(
    (sum, pid) => sum + processFigures(pid).residentMegabytes,
    0,
  );
  const byFliteNow = await sentencesByFlite();
  await Promise.all(callers.map((caller) => caller.hangUp()));
  const answered = delays.filter(Number.isFinite);
  const p95 = percentile(delays, 0.95);
  return {
    p95,
    cells: [
      String(count),
      String(delays.length),
      median(delays),
      p95,
      String(delays.length - answered.length),
      cores.toFixed(2),
      (cores * 100) / count,
      memory,
      String(byFliteNow - byFlite),
    ],
  };
}

/** Said in the place of a voice that was busy, late or broken. */
async function sentencesByFlite(): Promise<number> {
  const text = await (await fetch(`${kindling.url}/metrics`)).text();
  const counts = text.matchAll(/^kindling_voice_fallbacks_total\{.*\} (\d+)$/gm);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}

function cpu(): number {
  return family(kindling.pid).reduce((sum, pid) => sum + processFigures(pid).cpuSeconds, 0);
}
