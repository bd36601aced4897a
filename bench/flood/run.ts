import { parseArgs } from 'node:util';
import { type Caller, callKindling } from '../../tests/support/calls/caller.ts';
import { FLOODS, flood } from '../../tests/support/calls/message-flood.ts';
import { startKindling } from '../../tests/support/server/kindling.ts';
import { median, percentile, printTable } from '../support/table.ts';

/**
 * What one caller who floods their call does to everybody else: how long `/healthz` takes, and the
 * largest gap in the sound of another caller, to whom the assistant talks all the while. The first row
 * is the same without a flood.
 *
 *   node bench/flood/run.ts [--seconds 12] [--per-second 100] [--kinds "typed turns of 3 kB"]
 */

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '12' },
    'per-second': { type: 'string', default: '100' },
    kinds: { type: 'string', default: Object.keys(FLOODS).join(',') },
  },
});
const seconds = Number(values.seconds);
const perSecond = Number(values['per-second']);
const PAUSE = 20;
const STORY = 'Here is a long story that goes on and on, one sentence after another. '.repeat(50);

const kindling = await startKindling();
const rows: (string | number)[][] = [];
try {
  rows.push(await measure('nobody floods', null));
  for (const kind of values.kinds.split(','))
    rows.push(await measure(`${kind}, ${perSecond}/s`, FLOODS[kind]));
  rows.push(await measure('typed turns, 5,000/s', FLOODS['typed turns of 3 kB'], 5_000));
} finally {
  await kindling.stop();
}
console.log('\nmilliseconds\n');
printTable(['flood', 'asked', 'healthz p50', 'p99', 'longest', 'largest audio gap'], rows);

async function measure(name: string, message: unknown, rate = perSecond) {
  const listener = await callKindling(kindling.url);
  listener.send(JSON.stringify({ type: 'say', message: STORY.slice(0, 3_900) }));
  await until(() => listener.packetTimes.length > 50);
  const flooder = message === null ? null : await callKindling(kindling.url);
  const from = performance.now();
  const flooding =
    flooder === null
      ? pause(seconds * 1_000)
      : flood(flooder, message, { count: rate * seconds, perSecond: rate });
  const [delays] = await Promise.all([askFor(seconds * 1_000 + 3_000), flooding]);
  const gap = largestGap(listener, from);
  await listener.hangUp();
  await flooder?.hangUp();
  const longest = Math.max(...delays);
  return [name, String(delays.length), median(delays), percentile(delays, 0.99), longest, gap];
}

async function askFor(duration: number): Promise<number[]> {
  const delays: number[] = [];
  const end = performance.now() + duration;
  while (performance.now() < end) {
    const asked = performance.now();
    await (await fetch(`${kindling.url}/healthz`)).text();
    delays.push(performance.now() - asked);
    await pause(PAUSE);
  }
  return delays;
}

function largestGap({ packetTimes }: Caller, from: number): number {
  const times = packetTimes.filter((time) => time >= from);
  return Math.max(...times.slice(1).map((time, index) => time - (times[index] ?? time)));
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await pause(50);
}

function pause(duration: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, duration));
}
