import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { quickTests } from './quick-tests.ts';

/**
 * The inner loop: format, lint, types, boundaries, dead code and the unit tests that need neither a database nor a
 * speech engine.
 * `--no-unit` leaves out the tests, for a caller that runs all of them.
 */

type Step = readonly [name: string, command: readonly [string, ...string[]]];

const READING: readonly Step[] = [
  ['boundaries', ['node', 'scripts/boundaries.ts']],
  ['dead code', ['knip', '--no-progress']],
  ['types, server side', ['tsc', '-p', 'tsconfig.node.json']],
  ['types, browser side', ['tsc', '-p', 'tsconfig.browser.json']],
  ['format and lint', ['biome', 'check', '.']],
];

const UNIT: Step = [
  'unit tests without a database or speech engine',
  [
    ...(['vitest', 'run', '--project', 'unit', '--project', 'unit-mocked'] as const),
    ...['--reporter', 'dot'],
    // Named: what `--exclude` says does not reach the projects of the configuration.
    ...quickTests(),
  ],
];

/** Runs a step to its end, then shows what it printed; answers whether it passed. */
async function pass([name, [command, ...args]]: Step): Promise<boolean> {
  const started = performance.now();
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
  const passed = await new Promise<boolean>((resolve) => {
    child.once('error', (error) => {
      printed += error.message;
      resolve(false);
    });
    child.once('close', (code) => resolve(code === 0));
  });
  if (!passed || name === 'boundaries') process.stdout.write(printed);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${passed ? 'ok' : 'FAILED'}: ${name} (${seconds} s)`);
  return passed;
}

/** As many at a time as there are cores. */
async function passAll(steps: readonly Step[]): Promise<boolean> {
  const waiting = steps.values();
  const results: boolean[] = [];
  const work = async () => {
    for (const step of waiting) results.push(await pass(step));
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return results.every(Boolean);
}

const read = await passAll(READING);
const tested = process.argv.includes('--no-unit') || (await passAll([UNIT]));
process.exitCode = read && tested ? 0 : 1;
