import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { provideBrowser } from './test-browser.ts';
import { providePostgres } from './test-postgres.ts';

/**
 * Everything: what `check` reads, then every test with the browser and both databases. Ends with one line of counts.
 *
 * Two lanes run side by side. Tests that hear sound in real time come one after another and leave the
 * processor idle most of the time; the others take what is left, at a lower priority.
 */

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
}

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

interface RunOptions {
  readonly priority: number;
  /** What it prints is shown when it has ended: another lane prints meanwhile. */
  readonly showAtEnd?: boolean;
}

const { PRIORITY_BELOW_NORMAL, PRIORITY_NORMAL } = constants.priority;
const SOUND = ['sound'];
const OTHERS = ['unit', 'unit-mocked', 'product'];

const browser = provideBrowser();
const postgres = await providePostgres();
const folder = mkdtempSync(join(tmpdir(), 'kindling-test-'));
const environment: NodeJS.ProcessEnv = {
  ...process.env,
  // The server is started some forty times.
  NODE_COMPILE_CACHE: join(folder, 'compiled'),
  CHROMIUM_PATH: browser,
  ...(postgres === null ? {} : { TEST_DATABASE_URL: postgres.url }),
};

/** Runs a command to its end; answers whether it succeeded. */
async function run(
  [command, ...args]: readonly [string, ...string[]],
  { priority, showAtEnd = false }: RunOptions,
): Promise<boolean> {
  const child = spawn(command, args, {
    env: environment,
    stdio: ['ignore', showAtEnd ? 'pipe' : 'inherit', showAtEnd ? 'pipe' : 'inherit'],
  });
  if (child.pid !== undefined) setPriority(child.pid, priority);
  const printed: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => printed.push(chunk));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  process.stdout.write(Buffer.concat(printed));
  return code === 0;
}

async function runTests(projects: readonly string[], options: RunOptions): Promise<Counts> {
  const report = join(folder, `${projects[0]}.json`);
  const reporters = [...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]];
  const chosen = projects.flatMap((name) => ['--project', name]);
  const clean = await run(['vitest', 'run', ...chosen, ...reporters], options);
  if (!existsSync(report)) throw new Error('the test runner left no report');
  const counts = JSON.parse(readFileSync(report, 'utf8')) as VitestReport;
  // A file that does not load and an uncaught error belong to no test: they count as one failure.
  const failed = Math.max(counts.numFailedTests, clean ? 0 : 1);
  return { passed: counts.numPassedTests, failed, skipped: counts.numPendingTests };
}

const countStep = (succeeded: boolean): Counts => ({
  passed: succeeded ? 1 : 0,
  failed: succeeded ? 0 : 1,
  skipped: 0,
});

async function checkAndTest(): Promise<readonly Counts[]> {
  const options = { priority: PRIORITY_BELOW_NORMAL };
  const checked = await run(['node', 'scripts/check.ts', '--no-unit'], options);
  return [countStep(checked), await runTests(OTHERS, options)];
}

try {
  // The site is in every lane.
  const built = spawnSync('npm', ['run', 'build', '--silent'], { stdio: 'inherit' }).status === 0;
  const lanes = await Promise.all([
    runTests(SOUND, { priority: PRIORITY_NORMAL, showAtEnd: true }),
    checkAndTest(),
  ]);
  const all = [countStep(built), ...lanes.flat()];
  const sum = (name: keyof Counts) => all.reduce((total, counts) => total + counts[name], 0);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`);
  process.exitCode = sum('failed') === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
  await postgres?.stop();
}
