import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../../tests/support/network/free-port.ts';

const root = join(import.meta.dirname, '../..');
/** What the last line of a start says. */
const READY = 'Ready.';

export interface DemoNodeOptions {
  readonly name: string;
  readonly databaseUrl: string;
  /** The address before all nodes. */
  readonly url: string;
  /** Gets each line that it logs. */
  readonly onLine: (line: string) => void;
}

/** A server among others, on a port and a folder of its own. */
export interface DemoNode {
  readonly name: string;
  readonly port: number;
  readonly isRunning: boolean;
  /** Resolves when it takes calls; rejects with what it printed where it ends first. */
  start(): Promise<void>;
  /** SIGKILL. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

export async function createDemoNode(options: DemoNodeOptions): Promise<DemoNode> {
  const { name, databaseUrl, url, onLine } = options;
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), `kindling-${name}-`));
  let child: ChildProcess | null = null;
  let isReady = false;

  async function kill(): Promise<void> {
    isReady = false;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }

  return {
    ...{ name, port, kill },
    get isRunning() {
      return isReady;
    },
    async start() {
      const started = spawn(
        process.execPath,
        ['--import', './scripts/stop-with-parent.ts', 'scripts/start.ts'],
        { cwd: root, env: { ...process.env, ...environment() }, stdio: ['ignore', 'pipe', 'pipe'] },
      );
      child = started;
      const ready = Promise.withResolvers<void>();
      const printed: string[] = [];
      for (const input of [started.stdout, started.stderr])
        createInterface({ input }).on('line', (line) => {
          printed.push(line);
          onLine(line);
          if (line.includes(READY)) ready.resolve();
        });
      started.once('exit', () => ready.reject(new Error(`${name} ended:\n${printed.join('\n')}`)));
      await ready.promise;
      isReady = true;
    },
    async close() {
      await kill();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };

  /** What nodes have in common, and what is each one's own. */
  function environment(): Readonly<Record<string, string>> {
    return {
      ...{ CLUSTER: 'true', NODE_NAME: name, NODE_ADDRESS: `http://127.0.0.1:${port}` },
      ...{ PORT: String(port), KINDLING_DATA: folder, DATABASE_URL: databaseUrl, PUBLIC_URL: url },
      // For this demonstration alone: no mail is sent, and nothing is uploaded.
      ...{ KINDLING_SECRET: '5d'.repeat(32), SMTP_URL: 'smtp://127.0.0.1:9' },
      ...{ STORAGE_URL: 's3://key:secret@127.0.0.1:9/none', LOG_LEVEL: 'info' },
    };
  }
}
