import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleServer } from '../../apps/server/testing/server/bundle-server.ts';
import type { OwnPostgres } from '../../scripts/test-postgres.ts';
import { freePort } from '../support/network/free-port.ts';
import { askDatabase, newDatabase } from './new-database.ts';

const repository = new URL('../../', import.meta.url).pathname;
const PROGRAM = `${repository}apps/server/testing/server/server-process.ts`;
/** Nobody answers there, and in these tests nothing is stored. */
const STORAGE_URL = 's3://key:secret@127.0.0.1:9/kindling';

/** A node: everything real but sound. */
export interface ClusterServer {
  readonly child: ChildProcess;
  readonly url: string;
  readonly output: () => string;
  /** Rejects when it exits first. */
  readonly ready: Promise<void>;
  /** Null: another node made the first organisation. */
  privateKey(): string | null;
}

export interface Cluster {
  readonly url: string;
  /** The first column of the first row. */
  ask(query: string): Promise<unknown>;
  /** `program`: another one than this release's. */
  start(
    name: string,
    environment?: Readonly<Record<string, string>>,
    program?: string,
  ): Promise<ClusterServer>;
  close(): Promise<void>;
}

/** An empty database, and what starts servers on it. */
export async function createCluster(postgres: OwnPostgres, database: string): Promise<Cluster> {
  const url = await newDatabase(postgres, database);
  const own = await bundleServer(PROGRAM);
  const children: ChildProcess[] = [];
  const folders: string[] = [];

  async function start(name: string, environment = {}, program = own): Promise<ClusterServer> {
    const port = await freePort();
    const folder = mkdtempSync(join(tmpdir(), `kindling-${name}-`));
    folders.push(folder);
    const ownUrl = `http://127.0.0.1:${port}`;
    const child = spawn(process.execPath, [program], {
      cwd: repository,
      env: {
        ...process.env,
        ...{ CLUSTER: 'true', NODE_NAME: name, NODE_ADDRESS: ownUrl, PORT: String(port) },
        ...{ DATABASE_URL: url, KINDLING_DATA: folder, LOG_LEVEL: 'info' },
        ...{ KINDLING_SECRET: 'ab'.repeat(32), STORAGE_URL },
        ...{ PUBLIC_URL: 'https://school.example', SMTP_URL: 'smtp://127.0.0.1:9' },
        ...{ MAX_CALLS: '200', CALL_RATE_PER_KEY: '100000', CALL_RATE_PER_IP: '100000' },
        ...{ TOOL_PRIVATE_ADDRESSES: 'true', MAX_CALLS_PER_IP: '100000' },
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.push(child);
    let output = '';
    const ready = Promise.withResolvers<void>();
    ready.promise.catch(() => undefined);
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        if (output.includes('Ready.')) ready.resolve();
      });
    child.once('exit', (code) => ready.reject(new Error(`exited with ${code}: ${output}`)));
    const keyFile = join(folder, 'private-key');
    return {
      ...{ child, url: ownUrl, ready: ready.promise, output: () => output },
      privateKey: () => (existsSync(keyFile) ? readFileSync(keyFile, 'utf8').trim() : null),
    };
  }

  return {
    url,
    start,
    ask: (query) => askDatabase(url, query),
    async close() {
      for (const child of children) await kill(child);
      for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}
