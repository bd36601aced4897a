import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { learnProductMeanings } from '../packages/conversation/src/testing/product-meanings.ts';
import { provideBrowser } from './test-browser.ts';
import { provideLivekit } from './test-livekit.ts';
import { providePostgres } from './test-postgres.ts';
import { provideS3 } from './test-s3.ts';

/** Everything: what `check` reads, then every test with the browser and both databases. Ends with one line of counts. */

/** Words that are written, counted and sorted to tell how fast a machine is: always the same work, whatever Kindling grows to. */
const TRIAL_WORDS = 300_000;

/** Processor for it, ms: some 600 on two shared cores. One that takes this is slow. */
const SLOW_TRIAL = 800;

/** A third of what the others get, where both want more than there is: at a tenth, tests gave up waiting. */
const ASIDE = 5;

/** What Vitest's report says of a test that took too long, instead of that. */
const PLACEHOLDER = 'STACK_TRACE_ERROR';

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

async function run(command: string, args: readonly string[]): Promise<boolean> {
  const [status] = await once(spawn(command, args, { stdio: 'inherit' }), 'close');
  return status === 0;
}

async function checkAndBuild() {
  const checked = await run('node', ['scripts/check.ts', '--no-unit']);
  const built = await run('npm', ['run', 'build', '--silent']);
  return { checked, built };
}

interface SuiteCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Of each test that failed, or file that did not load: where, which, why. */
  readonly failures: readonly string[];
}

interface Suite {
  readonly projects: readonly string[];
  /** A file for the counts. */
  readonly report: string;
  readonly env: NodeJS.ProcessEnv;
  /** At a lower priority; what it prints comes when it is over. */
  readonly aside?: boolean;
}

/** What a run that breaks off most often lacks. */
function whatIsFree(): string {
  const { bavail, bsize } = statfsSync(tmpdir());
  const inMegabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
  return `${inMegabytes(bavail * bsize)} free for files, ${inMegabytes(freemem())} of memory`;
}

function failuresOf({ testResults }: VitestReport): string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0) return status === 'failed' ? [`${name}\n${message}`] : [];
    return failed.map(
      ({ fullName, failureMessages }) =>
        `${name} > ${fullName}\n${failureMessages.join('\n').replaceAll(PLACEHOLDER, 'it took too long')}`,
    );
  });
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
  if (aside && child.pid !== undefined) setPriority(child.pid, ASIDE);
  const printed = child.stdout === null ? '' : text(child.stdout);
  const [status, signal] = await once(child, 'close');
  process.stdout.write(await printed);
  if (!existsSync(report))
    throw new Error(
      `the tests of ${projects} left no report: ${signal ?? `status ${status}`}, ${whatIsFree()}`,
    );
  const counts = JSON.parse(readFileSync(report, 'utf8')) as VitestReport;
  return {
    passed: counts.numPassedTests,
    // A file that does not load and an uncaught error belong to no test: they count as one failure.
    failed: Math.max(counts.numFailedTests, status === 0 ? 0 : 1),
    skipped: counts.numPendingTests,
    failures: failuresOf(counts),
  };
}

/**
 * Whether this machine takes far longer than others do, as one does that shares its cores: nothing may then run beside
 * tests that hear in real time.
 */
function isSlowMachine(): boolean {
  const before = process.cpuUsage();
  const counts = new Map<string, number>();
  for (let word = 0; word < TRIAL_WORDS; word += 1) {
    // Spread over all words of 32 bits, in no order.
    const text = Math.imul(word, 2_654_435_761).toString(36);
    for (const part of [text, text.slice(0, 4)]) counts.set(part, (counts.get(part) ?? 0) + 1);
  }
  [...counts.keys()].toSorted((a, b) => a.localeCompare(b));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 > SLOW_TRIAL;
}

const folder = mkdtempSync(join(tmpdir(), 'kindling-test-'));
// PostgreSQL runs as another user, below it.
chmodSync(folder, 0o711);
// Servers, browsers and databases leave gigabytes behind: all of it goes with the run.
process.env.TMPDIR = folder;
const browser = provideBrowser();
const postgres = await providePostgres();
// Their programs may have to be built, beside what is checked, and one after the other.
const providingS3 = provideS3();
const providingLivekit = providingS3.then(provideLivekit);
try {
  // Both suites read what is learned; it takes one core for most of a minute.
  const [{ checked, built }, s3, livekit] = await Promise.all([
    checkAndBuild(),
    providingS3,
    providingLivekit,
    learnProductMeanings(),
  ]);
  const env = {
    ...process.env,
    // The server is started some forty times.
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
    ...(browser === null ? {} : { CHROMIUM_PATH: browser }),
    ...(postgres === null ? {} : { TEST_DATABASE_URL: postgres.url }),
    ...(s3 === null ? {} : { TEST_STORAGE_URL: s3.url }),
    ...(livekit === null ? {} : { TEST_LIVEKIT_URL: livekit.url }),
  };
  const isSlow = isSlowMachine();
  if (isSlow)
    console.warn('This machine is slow: the tests run one after another, and take longer.');
  const runWhole = () =>
    runSuite({
      projects: ['sound', 'product'],
      report: join(folder, 'whole.json'),
      env: isSlow ? { ...env, SOUND_WORKERS: '1' } : env,
    });
  const runUnits = () =>
    runSuite({
      projects: ['unit', 'unit-mocked'],
      report: join(folder, 'unit.json'),
      env: isSlow ? env : { ...env, UNIT_WORKERS: '1' },
      aside: !isSlow,
    });
  // Sound in real time leaves half of the machine idle: the units use one core of it, and give way.
  const suites = isSlow
    ? [await runWhole(), await runUnits()]
    : await Promise.all([runWhole(), runUnits()]);
  const sum = (of: (suite: SuiteCounts) => number) =>
    suites.reduce((total, suite) => total + of(suite), 0);
  const checks = [checked, built].filter((ok) => !ok).length;
  const passed = sum((suite) => suite.passed) + 2 - checks;
  const failed = sum((suite) => suite.failed) + checks;
  // Once more at the end: two suites print between each other.
  for (const failure of suites.flatMap((suite) => suite.failures)) console.log(`\n${failure}`);
  console.log(`${passed} passed, ${failed} failed, ${sum((suite) => suite.skipped)} skipped`);
  process.exitCode = failed === 0 ? 0 : 1;
} finally {
  await postgres?.stop();
  await (await providingS3)?.stop();
  await (await providingLivekit)?.stop();
  rmSync(folder, { recursive: true, force: true });
}
