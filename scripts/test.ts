import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { provideBrowser } from './test-browser.ts';
import { providePostgres } from './test-postgres.ts';

/** Everything: what `check` reads, then every test with the browser and both databases. Ends with one line of counts. */

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
}

function run(command: string, args: readonly string[]): boolean {
  return spawnSync(command, args, { stdio: 'inherit' }).status === 0;
}

interface SuiteCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

interface Suite {
  readonly projects: readonly string[];
  /** A file for the counts. */
  readonly report: string;
  readonly env: NodeJS.ProcessEnv;
  /** At the lowest priority; what it prints comes when it is over. */
  readonly aside?: boolean;
}

async function runSuite({ projects, report, env, aside }: Suite): Promise<SuiteCounts> {
  const args = [
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    ...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
  ];
  const child = spawn('vitest', args, {
    env,
    stdio: ['ignore', aside ? 'pipe' : 'inherit', 'inherit'],
  });
  if (aside && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  const printed = child.stdout === null ? '' : text(child.stdout);
  const [status] = await once(child, 'close');
  process.stdout.write(await printed);
  if (!existsSync(report)) throw new Error(`the tests of ${projects} left no report`);
  const counts = JSON.parse(readFileSync(report, 'utf8')) as VitestReport;
  return {
    passed: counts.numPassedTests,
    // A file that does not load and an uncaught error belong to no test: they count as one failure.
    failed: Math.max(counts.numFailedTests, status === 0 ? 0 : 1),
    skipped: counts.numPendingTests,
  };
}

const browser = provideBrowser();
const postgres = await providePostgres();
const folder = mkdtempSync(join(tmpdir(), 'kindling-test-'));
try {
  const checked = run('node', ['scripts/check.ts', '--no-unit']);
  const built = run('npm', ['run', 'build', '--silent']);
  const env = {
    ...process.env,
    // The server is started some forty times.
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
    ...(browser === null ? {} : { CHROMIUM_PATH: browser }),
    ...(postgres === null ? {} : { TEST_DATABASE_URL: postgres.url }),
  };
  // Sound in real time leaves half of the machine idle: the units use one core of it, and give way.
  const suites = await Promise.all([
    runSuite({ projects: ['sound', 'product'], report: join(folder, 'whole.json'), env }),
    runSuite({
      projects: ['unit', 'unit-mocked'],
      report: join(folder, 'unit.json'),
      env: { ...env, UNIT_WORKERS: '1' },
      aside: true,
    }),
  ]);
  const sum = (of: (suite: SuiteCounts) => number) =>
    suites.reduce((total, suite) => total + of(suite), 0);
  const checks = [checked, built].filter((ok) => !ok).length;
  const passed = sum((suite) => suite.passed) + 2 - checks;
  const failed = sum((suite) => suite.failed) + checks;
  console.log(`${passed} passed, ${failed} failed, ${sum((suite) => suite.skipped)} skipped`);
  process.exitCode = failed === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
  await postgres?.stop();
}
