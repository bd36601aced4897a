import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../tests/support/network/free-port.ts';
import { buildGoProgram } from './build-go-program.ts';
import { LIVEKIT_PROGRAM, type OwnLivekit, startOwnLivekit } from './test-livekit.ts';

/** A LiveKit with Redis, and what stands in for its Egress: `tests/support/egress/main.go`. */
export interface TestEgress {
  readonly livekit: OwnLivekit;
  /** What LiveKit asked the Egress, in order. */
  readonly asked: readonly EgressOrder[];
  /** Resolves when LiveKit has it. */
  updateEgress(info: object): Promise<void>;
  /** Nobody takes orders any more. */
  leave(): Promise<void>;
  stop(): Promise<void>;
}

export interface EgressOrder {
  readonly what: string;
  readonly message: Readonly<Record<string, unknown>>;
}

const PROGRAM = {
  ...LIVEKIT_PROGRAM,
  name: 'test-egress',
  command: './cmd/test-egress',
  source: fileURLToPath(new URL('../tests/support/egress/main.go', import.meta.url)),
} as const;

/** Null, said aloud, where Redis is missing or something cannot be built. */
export async function startTestEgress(): Promise<TestEgress | null> {
  if (spawnSync('redis-server', ['--version'], { stdio: 'ignore' }).status !== 0) {
    console.warn('There is no redis-server: the tests over LiveKit Egress are SKIPPED.');
    return null;
  }
  try {
    const program = await buildGoProgram(PROGRAM);
    if (program !== null) return await start(program);
    console.warn('Go is not installed: the tests over LiveKit Egress are SKIPPED.');
  } catch (error) {
    console.warn('What stands in for Egress could not be built: its tests are SKIPPED.', error);
  }
  return null;
}

async function start(program: string): Promise<TestEgress | null> {
  const port = await freePort();
  const address = `127.0.0.1:${port}`;
  const settings = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
  ];
  const redis = spawn('redis-server', settings, { stdio: ['ignore', 'pipe', 'ignore'] });
  await untilSaid(redis, /Ready to accept connections/);
  const livekit = await startOwnLivekit(address);
  if (livekit === null) {
    await end(redis);
    return null;
  }
  const worker = spawn(program, [address], { stdio: ['pipe', 'pipe', 'inherit'] });
  const said: EgressOrder[] = [];
  createInterface({ input: worker.stdout }).on('line', (line) => {
    said.push(JSON.parse(line) as EgressOrder);
  });
  const count = (name: string) => said.filter(({ what }) => what === name).length;
  await until(() => count('ready') === 1);
  return {
    livekit,
    get asked() {
      return said.filter(({ what }) => what === 'start' || what === 'stop');
    },
    async updateEgress(info) {
      const before = count('updated');
      worker.stdin.write(`${JSON.stringify(info)}\n`);
      await until(() => count('updated') > before);
    },
    leave: () => end(worker),
    async stop() {
      await end(worker);
      await livekit.stop();
      await end(redis);
    },
  };
}

async function untilSaid(child: ChildProcess, pattern: RegExp): Promise<void> {
  let said = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  await until(() => pattern.test(said));
}

async function until(isTrue: () => boolean): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (isTrue()) return;
    await wait(50);
  }
  throw new Error('it did not happen within 10 s');
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}
