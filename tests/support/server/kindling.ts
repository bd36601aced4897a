import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { bundleServer } from '../../../apps/server/testing/server/bundle-server.ts';
import { MEANINGS_FOLDER } from '../../../packages/conversation/src/testing/product-meanings.ts';
import { freePort } from '../network/free-port.ts';
import { copyMigratedDatabase } from './migrated-database.ts';

/** The real product in a separate process. */
export interface RunningKindling {
  readonly url: string;
  readonly pid: number;
  readonly dataFolder: string;
  /** Everything it printed so far. */
  output(): string;
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>;
  /** SIGKILL. */
  kill(): Promise<void>;
}

export interface StartOptions {
  /** Left as it is. @default one of its own, which goes with the server that is stopped */
  readonly dataFolder?: string;
  /** @default a free one */
  readonly port?: number;
  /** Where it is reached. @default 127.0.0.1 */
  readonly host?: string;
  /** What its command line begins with, to run it elsewhere. */
  readonly inside?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** A start takes six seconds of processor, and other tests may have both cores. */
const START_PATIENCE = 180_000;

const repository = new URL('../../../', import.meta.url).pathname;
const VARIABLE = 'KINDLING_BUNDLED_SERVER';

/** Makes further starts cheaper, here and in the workers to come: what they start is then one file, and built. */
export async function bundleKindling(): Promise<void> {
  process.env[VARIABLE] = await bundleServer(`${repository}apps/server/src/main.ts`);
}

export async function startKindling(options: StartOptions = {}): Promise<RunningKindling> {
  const port = options.port ?? (await freePort());
  const dataFolder = options.dataFolder ?? (await makeDataFolder());
  const program = process.env[VARIABLE] ?? 'scripts/start.ts';
  // A run that is broken off leaves no server behind.
  const node = [process.execPath, '--import', './scripts/stop-with-parent.ts', program];
  const [command = '', ...args] = [...(options.inside ?? []), ...node];
  const child = spawn(command, args, {
    cwd: repository,
    env: {
      ...process.env,
      PORT: String(port),
      KINDLING_DATA: dataFolder,
      // Tests come from one address and would be taken for a flood.
      CALL_RATE_PER_IP: '100000',
      CALL_RATE_PER_KEY: '100000',
      API_RATE_PER_IP: '100000',
      MAX_CALLS_PER_IP: '100000',
      MAX_UNJOINED_CALLS: '1000',
      PRIVATE_CALL_SHARE: '0',
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed: string[] = [];
  child.stdout.on('data', (chunk: Buffer) => printed.push(chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => printed.push(chunk.toString()));
  const url = `http://${options.host ?? '127.0.0.1'}:${port}`;
  await untilReady(url, child, () => printed.join(''));
  return {
    url,
    pid: child.pid ?? 0,
    dataFolder,
    output: () => printed.join(''),
    stop: async () => {
      const status = await end(child, 'SIGTERM');
      if (options.dataFolder === undefined) await rm(dataFolder, { recursive: true, force: true });
      return status;
    },
    kill: async () => {
      await end(child, 'SIGKILL');
    },
  };
}

/** With an empty, migrated database, and what the guide has learned. */
export async function makeDataFolder(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'kindling-data-'));
  await copyMigratedDatabase(folder);
  await cp(MEANINGS_FOLDER, join(folder, 'cache'), { recursive: true });
  return folder;
}

async function untilReady(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const deadline = performance.now() + START_PATIENCE;
  while (performance.now() < deadline) {
    if (child.exitCode !== null)
      throw new Error(`the server ended with ${child.exitCode}:\n${output()}`);
    // Asked only once it says so: asking all the while took a second of processor.
    if (output().includes('Ready.') && (await fetch(`${url}/readyz`)).ok) return;
    await wait(50);
  }
  child.kill('SIGKILL');
  throw new Error(`the server was not ready within 180 s:\n${output()}`);
}

function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(code));
    child.kill(signal);
  });
}
