import { spawnSync } from 'node:child_process';

/** Everything that reads the code without running the product: format, types, boundaries, dead code, unit tests. */

const steps: readonly (readonly [string, readonly string[]])[] = [
  ['format and lint', ['biome', 'check', '.']],
  ['types, server side', ['tsc', '-p', 'tsconfig.node.json']],
  ['types, browser side', ['tsc', '-p', 'tsconfig.browser.json']],
  ['boundaries', ['node', 'scripts/boundaries.ts']],
  ['dead code', ['knip', '--no-progress']],
];

let failed = 0;
const all = process.argv.includes('--no-unit')
  ? steps
  : ([...steps, ['unit tests', ['npm', 'run', 'unit', '--silent']]] as const);
for (const [name, [command = '', ...args]] of all) {
  const started = performance.now();
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${status === 0 ? 'ok' : 'FAILED'}: ${name} (${seconds} s)`);
  if (status !== 0) failed += 1;
}
process.exitCode = failed === 0 ? 0 : 1;
