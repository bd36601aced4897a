import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../tests/support/network/free-port.ts';
import { buildGoProgram } from './build-go-program.ts';

export interface TestLivekit {
  /** Address with key and secret, for TEST_LIVEKIT_URL: `tests/support/server/livekit.ts` reads it. */
  readonly url: string;
  stop(): Promise<void>;
}

/** One that a test may take away. */
export interface OwnLivekit extends TestLivekit {
  readonly pid: number;
  /** Ends it at once, as a crash does. */
  kill(): Promise<void>;
  /** Starts it again on the same ports. */
  start(): Promise<void>;
}

/** Apache-2.0. The newest that the proxy of Go modules has with all that it needs. */
export const LIVEKIT_PROGRAM = {
  name: 'livekit-server',
  module: 'github.com/livekit/livekit-server',
  version: 'v1.13.5',
  command: './cmd/server',
} as const;
const KEY = 'kindling';
const SECRET = 'a-secret-of-the-tests-that-is-long-enough';

/** A LiveKit server on free ports of this machine alone; null, said aloud, where it cannot be built. */
export async function provideLivekit(): Promise<TestLivekit | null> {
  const given = process.env.TEST_LIVEKIT_URL;
  if (given !== undefined) return { url: given, stop: async () => {} };
  return startOwnLivekit();
}

/** The same for one test file alone, whatever else there is; `redis`: host and port of one that it shares. */
export async function startOwnLivekit(redis?: string): Promise<OwnLivekit | null> {
  try {
    const program = await buildGoProgram(LIVEKIT_PROGRAM);
    if (program !== null) return await startLivekit(program, redis);
    console.warn('Go is not installed: the tests over LiveKit are SKIPPED (https://go.dev).');
  } catch (error) {
    console.warn('The LiveKit server could not be built: its tests are SKIPPED.', error);
  }
  return null;
}

async function startLivekit(program: string, redis?: string): Promise<OwnLivekit> {
  const folder = mkdtempSync(join(tmpdir(), 'kindling-livekit-'));
  const port = await freePort();
  const config = join(folder, 'livekit.yaml');
  const shared = redis === undefined ? {} : { redis: { address: redis } };
  writeFileSync(config, JSON.stringify({ ...configOf(port, await freePort()), ...shared }));
  const run = async () => {
    const child = spawn(program, ['--config', config], { stdio: 'ignore' });
    await untilAccepting(`http://127.0.0.1:${port}`, () => child.exitCode);
    return child;
  };
  let server = await run();
  const end = async (signal: NodeJS.Signals) => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const exited = once(server, 'exit');
    server.kill(signal);
    await exited;
  };
  return {
    url: `ws://${KEY}:${SECRET}@127.0.0.1:${port}`,
    get pid() {
      if (server.pid === undefined) throw new Error('The LiveKit server does not run.');
      return server.pid;
    },
    kill: () => end('SIGKILL'),
    async start() {
      server = await run();
    },
    async stop() {
      // By SIGTERM it would wait for those who are in its rooms.
      await end('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** On the loopback interface alone: `tcp_port` would be opened on all, whatever the addresses. */
function configOf(port: number, udpPort: number) {
  return {
    port,
    bind_addresses: ['127.0.0.1'],
    rtc: {
      udp_port: udpPort,
      tcp_port: 0,
      // Without it LiveKit would ask public STUN servers before each answer.
      node_ip: '127.0.0.1',
      enable_loopback_candidate: true,
      interfaces: { includes: ['lo'] },
      ips: { includes: ['127.0.0.1/32'] },
    },
    keys: { [KEY]: SECRET },
    logging: { level: 'error' },
  };
}

async function untilAccepting(url: string, exitCode: () => number | null): Promise<void> {
  for (let attempt = 0; attempt < 400; attempt += 1) {
    if (exitCode() !== null) throw new Error(`the LiveKit server ended with ${exitCode()}`);
    const answer = await fetch(url).catch(() => null);
    if (answer !== null) return;
    await wait(50);
  }
  throw new Error('the LiveKit server did not start within 20 s');
}
