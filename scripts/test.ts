import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { provideBrowser } from './test-browser.ts';
import { providePostgres } from './test-postgres.ts';

/** Everything: what `check` reads, then every test with the browser and both databases. Ends with one line of counts. */

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
}

function run(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): boolean {
  return spawnSync(command, args, { stdio: 'inherit', env }).status === 0;
}

const browser = provideBrowser();
const postgres = await providePostgres();
const folder = mkdtempSync(join(tmpdir(), 'kindling-test-'));
try {
  const checked = run('node', ['scripts/check.ts', '--no-unit']);
  const built = run('npm', ['run', 'build', '--silent']);
  const report = join(folder, 'report.json');
  const reporters = [...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]];
  const clean = run('vitest', ['run', ...reporters], {
    ...process.env,
    // The server is started some forty times.
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
    ...(browser === null ? {} : { CHROMIUM_PATH: browser }),
    ...(postgres === null ? {} : { TEST_DATABASE_URL: postgres.url }),
  });
  if (!existsSync(report)) throw new Error('the test runner left no report');
  const counts = JSON.parse(readFileSync(report, 'utf8')) as VitestReport;
  // A file that does not load and an uncaught error belong to no test: they count as one failure.
  const failed = Math.max(counts.numFailedTests, clean ? 0 : 1);
  const checks = [checked, built].filter((ok) => !ok).length;
  const passed = counts.numPassedTests + 2 - checks;
  console.log(`${passed} passed, ${failed + checks} failed, ${counts.numPendingTests} skipped`);
  process.exitCode = failed + checks === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
  await postgres?.stop();
}
