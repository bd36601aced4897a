import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../tests/support/network/free-port.ts';

export interface TestPostgres {
  readonly url: string;
  stop(): Promise<void>;
}

/** One that a test may take away. */
export interface OwnPostgres extends TestPostgres {
  /** Ends it and all its connections at once, as a failover does, and starts it again after `meanwhile`. */
  restart(meanwhile?: () => Promise<void>): Promise<void>;
}

/** A PostgreSQL of this machine on a free port and an empty folder; null, said aloud, where there is none. */
export async function providePostgres(): Promise<TestPostgres | null> {
  const given = process.env.TEST_DATABASE_URL;
  if (given !== undefined) return { url: given, stop: async () => {} };
  return startOwnPostgres();
}

/**
 * The same for one test file alone, whatever else there is.
 *
 * @param address another one of this machine at which it listens, for clients from its /24
 */
export async function startOwnPostgres(address?: string): Promise<OwnPostgres | null> {
  const postgres = await startInstalledPostgres(address);
  if (postgres === null)
    console.warn(
      'PostgreSQL is not installed: its tests are SKIPPED (Debian: apt-get install postgresql).',
    );
  return postgres;
}

/** Null: none is installed. */
export async function startInstalledPostgres(address?: string): Promise<OwnPostgres | null> {
  const programs = findPrograms();
  return programs === null ? null : startPostgres(programs, address);
}

async function startPostgres(programs: string, address?: string): Promise<OwnPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'kindling-pg-'));
  const owner = serverOwner();
  if (owner !== null) {
    chmodSync(folder, 0o755);
    chownSync(folder, owner.uid, owner.gid);
  }
  const data = join(folder, 'data');
  const port = await freePort();
  execFileSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'kindling', '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8'],
    {
      ...owner,
      cwd: '/',
      stdio: 'pipe',
    },
  );
  const options = ['-c', 'fsync=off', '-c', 'max_connections=200'];
  const addresses = address === undefined ? '127.0.0.1' : `127.0.0.1,${address}`;
  if (address !== undefined)
    appendFileSync(join(data, 'pg_hba.conf'), `host all all ${address}/24 trust\n`);
  const start = () =>
    spawn(
      join(programs, 'postgres'),
      ['-D', data, '-p', String(port), '-h', addresses, '-k', folder, ...options],
      { ...owner, cwd: '/', stdio: 'ignore' },
    );
  let server = start();
  await untilAccepting(programs, port);
  return {
    url: `postgres://kindling@127.0.0.1:${port}/postgres`,
    async restart(meanwhile = async () => undefined) {
      await stopServer(server, 'SIGQUIT');
      await meanwhile();
      server = start();
      await untilAccepting(programs, port);
    },
    stop: async () => {
      await stopServer(server, 'SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function stopServer(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  return new Promise((resolve) => {
    if (server.exitCode !== null) return resolve();
    server.once('exit', () => resolve());
    server.kill(signal);
  });
}

function findPrograms(): string | null {
  const debian = '/usr/lib/postgresql';
  if (!existsSync(debian)) return null;
  const versions = readdirSync(debian).sort((a, b) => Number(b) - Number(a));
  return (
    versions
      .map((version) => join(debian, version, 'bin'))
      .find((bin) => existsSync(join(bin, 'initdb'))) ?? null
  );
}

/** PostgreSQL refuses to run as root: then it runs as Debian's `postgres` user. */
function serverOwner(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres']).toString().trim());
  return { uid: id('-u'), gid: id('-g') };
}

async function untilAccepting(programs: string, port: number): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const { status } = spawnSync(join(programs, 'pg_isready'), [
      '-h',
      '127.0.0.1',
      '-p',
      String(port),
    ]);
    if (status === 0) return;
    await wait(50);
  }
  throw new Error('PostgreSQL did not start within 10 s');
}
