import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../tests/support/network/free-port.ts';
import { buildGoProgram } from './build-go-program.ts';

export interface TestS3 {
  /** What a server takes as STORAGE_URL. */
  readonly url: string;
  stop(): Promise<void>;
}

/** A server of the S3 protocol over a folder (Apache-2.0); a minute of two cores. */
const PROGRAM = {
  name: 'versitygw',
  module: 'github.com/versity/versitygw',
  version: 'v1.8.0',
  command: './cmd/versitygw',
} as const;
const KEY = 'kindling-test';
const SECRET = 'secret/with+signs@test';
const BUCKET = 'kindling';

/** An S3 server on a free port of this machine; null, said aloud, where it cannot be built. */
export async function provideS3(): Promise<TestS3 | null> {
  const given = process.env.TEST_STORAGE_URL;
  if (given !== undefined) return { url: given, stop: async () => {} };
  try {
    const program = await buildGoProgram(PROGRAM);
    if (program !== null) return await startS3(program);
    console.warn('Go is not installed: the tests over an S3 server are SKIPPED (https://go.dev).');
  } catch (error) {
    console.warn('The S3 server could not be built: its tests are SKIPPED.', error);
  }
  return null;
}

async function startS3(program: string): Promise<TestS3> {
  const folder = mkdtempSync(join(tmpdir(), 'kindling-s3-'));
  for (const name of ['data', 'meta']) mkdirSync(join(folder, name));
  // A folder of its own for a bucket is a bucket.
  mkdirSync(join(folder, 'data', BUCKET));
  const port = await freePort();
  const server = spawn(
    program,
    [
      ...['--port', `127.0.0.1:${port}`, '--quiet', '--keep-alive'],
      ...['posix', '--sidecar', join(folder, 'meta'), join(folder, 'data')],
    ],
    {
      stdio: 'ignore',
      env: { ...process.env, ROOT_ACCESS_KEY: KEY, ROOT_SECRET_KEY: SECRET },
    },
  );
  await untilAccepting(`http://127.0.0.1:${port}`, server);
  const login = `${encodeURIComponent(KEY)}:${encodeURIComponent(SECRET)}`;
  return {
    url: `s3://${login}@127.0.0.1:${port}/${BUCKET}?endpoint=http://127.0.0.1:${port}`,
    stop: async () => {
      await stopServer(server);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function untilAccepting(url: string, server: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 400; attempt += 1) {
    if (server.exitCode !== null) throw new Error(`the S3 server ended with ${server.exitCode}`);
    const answer = await fetch(url).catch(() => null);
    if (answer !== null) return;
    await wait(50);
  }
  throw new Error('the S3 server did not start within 20 s');
}

function stopServer(server: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (server.exitCode !== null) return resolve();
    server.once('exit', () => resolve());
    server.kill('SIGTERM');
  });
}
