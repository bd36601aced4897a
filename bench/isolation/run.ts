import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { SiteConfig } from '@kindling/protocol';
import { type RunningKindling, startKindling } from '../../tests/support/server/kindling.ts';
import { percentile, printTable } from '../support/table.ts';
import { heavyRequests } from './heavy-requests.ts';

/**
 * Whether requests can be heard: the largest gap in the voice of calls while the heaviest requests
 * run, beside the same calls in quiet. Callers, and who makes the load, are processes of their own.
 *
 *   node bench/isolation/run.ts [--calls 5] [--only upload]
 */

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '5' },
    only: { type: 'string', default: '' },
  },
});
const SENTENCE = 'This is one of many sentences that the assistant says without a pause.';
const QUIET = 5_000;
/** Of requests that are over sooner. */
const AT_LEAST = 3_000;

const kindling = await startKindling({ env: { MAX_CALLS: '50', MAX_CALLS_PER_IP: '50' } });
try {
  const ask = await openApi(kindling);
  const config = (await (await fetch(`${kindling.url}/site-config.json`)).json()) as SiteConfig;
  const changed = await ask(`/assistant/${config.voice.assistantId}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ firstMessage: Array.from({ length: 50 }, () => SENTENCE).join(' ') }),
  });
  if (changed.status !== 200)
    throw new Error(`PATCH /assistant: ${changed.status} ${changed.text}`);
  const rows: (string | number)[][] = [];
  for (const { name, send } of heavyRequests) {
    if (!name.includes(values.only)) continue;
    const callers = await startListeners(kindling.url);
    // Until everybody hears the first sentence.
    await pause(6_000);
    await look(callers);
    await pause(QUIET);
    const quiet = await look(callers);
    const started = performance.now();
    const answers = [await send(ask)].flat() as { status: number }[];
    const took = performance.now() - started;
    await pause(Math.max(500, AT_LEAST - took));
    const heavy = await look(callers);
    callers.send('end');
    await once(callers, 'exit');
    rows.push([
      name,
      [...new Set(answers.map(({ status }) => status))].join(' '),
      took,
      percentile(quiet, 0.99),
      percentile(heavy, 0.99),
      Math.max(...quiet),
      Math.max(...heavy),
    ]);
    console.log(`${name}: ${Math.max(...quiet).toFixed(0)} → ${Math.max(...heavy).toFixed(0)} ms`);
  }
  console.log(`\ngaps between packets in ${values.calls} calls; milliseconds\n`);
  printTable(['', 'answer', 'took', 'p99 quiet', 'p99', 'largest quiet', 'largest'], rows);
} finally {
  await kindling.stop();
}

async function openApi({ url, dataFolder }: RunningKindling) {
  const key = (await readFile(join(dataFolder, 'private-key'), 'utf8')).trim();
  return async (path: string, init: RequestInit = {}) => {
    const response = await fetch(new URL(path, url), {
      ...init,
      headers: { authorization: `Bearer ${key}`, ...init.headers },
    });
    return { status: response.status, text: await response.text() };
  };
}

async function startListeners(url: string): Promise<ChildProcess> {
  const program = fileURLToPath(new URL('./listeners.ts', import.meta.url));
  const child = fork(program, [url, values.calls]);
  await Promise.race([once(child, 'message'), once(child, 'exit').then(refuseExit)]);
  return child;
}

function refuseExit(): never {
  throw new Error('The callers ended.');
}

async function look(callers: ChildProcess): Promise<number[]> {
  const answer = once(callers, 'message');
  callers.send('look');
  const [gaps] = await answer;
  return gaps as number[];
}
