import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type OwnPostgres, startOwnPostgres } from '../../scripts/test-postgres.ts';
import { freePort } from '../support/network/free-port.ts';

const repository = new URL('../../', import.meta.url).pathname;
const LONG = { timeout: 60_000 };

interface NodeProcess {
  readonly child: ChildProcess;
  readonly output: () => string;
  /** What it last said that it knows. */
  readonly own: () => number | null;
  readonly alive: () => number[];
}

async function end({ child }: NodeProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

const postgres: OwnPostgres | null = await startOwnPostgres();

describe.skipIf(postgres === null)('nodes as processes on one PostgreSQL', () => {
  let database: string;
  let client: pg.Client;
  let nodes: NodeProcess[] = [];
  let made = 0;

  const admin = () => new pg.Client({ connectionString: postgres?.url });
  const connect = async () => {
    client = admin();
    client.on('error', () => undefined);
    await client.connect();
  };
  beforeAll(connect);
  afterEach(async () => {
    await Promise.all(nodes.map(end));
    nodes = [];
  });
  afterAll(async () => {
    await client.end();
    await postgres?.stop();
  });

  async function start(name: string): Promise<NodeProcess> {
    const port = await freePort();
    const child = spawn(
      process.execPath,
      ['tests/cluster/node-program.ts', database, String(port), name],
      { cwd: repository, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    let output = '';
    let log = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      log += chunk.toString();
    });
    const known = (): { own: number | null; alive: number[] } => {
      const lines = output.split('\n').filter((line) => line.startsWith('{"own"'));
      return JSON.parse(lines.at(-1) ?? '{"own":null,"alive":[]}');
    };
    const node = {
      child,
      output: () => output + log,
      own: () => known().own,
      alive: () => known().alive,
    };
    nodes.push(node);
    await expect.poll(node.own, LONG).not.toBeNull();
    return node;
  }

  async function startAll(...names: string[]): Promise<NodeProcess[]> {
    made += 1;
    const name = `cluster_${made}`;
    await client.query(`create database ${name}`);
    const url = new URL(postgres?.url ?? '');
    url.pathname = `/${name}`;
    database = url.href;
    const all: NodeProcess[] = [];
    for (const one of names) all.push(await start(one));
    await untilKnown(all);
    return all;
  }

  async function untilKnown(living: readonly NodeProcess[]): Promise<void> {
    const ids = () =>
      living.map(({ own }) => own()).sort((one, other) => Number(one) - Number(other));
    for (const node of living)
      await expect.poll(() => [node.alive(), ids()], LONG).toSatisfy(areEqual);
  }
  const areEqual = ([one, other]: unknown[]) => JSON.stringify(one) === JSON.stringify(other);

  /** A judgement needs a connection that is six seconds old, and so does a test of it. */
  async function untilSettled(): Promise<void> {
    const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now');
    const passed = async () => {
      const { rows: later } = await client.query<{ now: Date }>('select clock_timestamp() as now');
      return Number(later[0]?.now) - Number(rows[0]?.now);
    };
    await expect.poll(passed, { ...LONG, interval: 500 }).toBeGreaterThan(8_000);
  }

  it('know within milliseconds who was killed, and only of that one: kill-9', async () => {
    const [a, b, c] = await startAll('a', 'b', 'c');
    await untilSettled();
    const killed = b?.own();
    b?.child.kill('SIGKILL');
    for (const node of [a, c]) {
      await expect.poll(() => node?.alive(), LONG).not.toContain(killed);
      expect(node?.alive()).toHaveLength(2);
      expect(node?.output()).not.toContain('fenced');
    }
    expect(`${a?.output()}${c?.output()}`).toContain('"why":"gone"');
    await untilKnown([a, c].filter((node) => node !== undefined));
  });

  it('take one that stands still for dead; it lets go as soon as it goes on: sigstop-sigcont', async () => {
    const [a, b] = await startAll('a', 'b');
    const stopped = a?.own() ?? 0;
    a?.child.kill('SIGSTOP');
    await expect.poll(() => b?.alive(), LONG).not.toContain(stopped);
    expect(b?.output()).toContain('"why":"silent"');
    a?.child.kill('SIGCONT');
    await expect.poll(() => a?.output(), LONG).toContain('fenced');
    await expect.poll(() => a?.own(), LONG).toBeGreaterThan(stopped);
    await untilKnown(nodes);
    expect(b?.output()).not.toContain('fenced');
  });

  it('take nobody for dead when PostgreSQL is started again: postgresql-restarted', async () => {
    const all = await startAll('a', 'b', 'c');
    await untilSettled();
    await postgres?.restart();
    await connect();
    await untilSettled();
    await untilKnown(all);
    for (const node of all) expect(node.output()).not.toContain('node is over');
  });

  it('know who was killed while PostgreSQL was away, once the others could have said more', async () => {
    const [a, b, c] = await startAll('a', 'b', 'c');
    const killed = c?.own() ?? 0;
    c?.child.kill('SIGKILL');
    await postgres?.restart();
    await connect();
    for (const node of [a, b]) await expect.poll(() => node?.alive(), LONG).not.toContain(killed);
    await untilKnown([a, b].filter((node) => node !== undefined));
  });
});
