import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { providePostgres } from '../../scripts/test-postgres.ts';
import { type RunningKindling, startKindling } from '../../tests/support/server/kindling.ts';
import { family, processFigures } from '../../tests/support/server/process-figures.ts';
import { median, percentile, printTable } from '../support/table.ts';
import { FILL_CALLS } from './fill-calls.ts';
import { type LoadRequest, load } from './load.ts';

/**
 * The most used operations with many stored calls, on both databases, beside what the bare driver
 * needs for the statement inside.
 *
 *   node bench/api/run.ts [--calls 100000] [--requests 1000] [--memory 200000]
 */

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '100000' },
    requests: { type: 'string', default: '1000' },
    memory: { type: 'string', default: '0' },
  },
});
const CONCURRENCY = 8;
const count = Number(values.requests);

/** Runs one statement; the same on both drivers. */
type Query = (sql: string, values?: unknown[]) => Promise<{ rows: Record<string, unknown>[] }>;

interface Bare {
  readonly query: Query;
  close(): Promise<void>;
}

interface Engine {
  readonly name: string;
  readonly env: Readonly<Record<string, string>>;
  /** Only while no server is using it. */
  open(dataFolder: string): Promise<Bare>;
}

const postgres = await providePostgres();
const engines: readonly Engine[] = [
  {
    name: 'PGlite (embedded)',
    env: {},
    async open(dataFolder) {
      const client = await PGlite.create(join(dataFolder, 'database'));
      return {
        query: (sql, parameters) => client.query<Record<string, unknown>>(sql, parameters),
        close: () => client.close(),
      };
    },
  },
  ...(postgres === null ? [] : [onPostgres(postgres.url)]),
];

function onPostgres(url: string): Engine {
  return {
    name: 'PostgreSQL',
    env: { DATABASE_URL: url },
    async open() {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      return {
        query: (sql, parameters) => client.query(sql, parameters),
        close: () => client.end(),
      };
    },
  };
}

interface Known {
  readonly orgId: string;
  readonly assistantId: string;
  readonly callIds: readonly string[];
}

interface Measured {
  readonly name: string;
  request(known: Known, index: number): LoadRequest;
  /** The statement without which it cannot be done. */
  bare(query: Query, known: Known, index: number): Promise<unknown>;
}

const pick = (known: Known, index: number) => known.callIds[index % known.callIds.length] ?? '';
const READ_CALL = 'select * from call where org_id = $1 and id = $2';
const LIST_CALLS =
  'select * from call where org_id = $1 order by created_at desc, id desc limit 10';
const LIST_ASSISTANTS =
  'select * from assistant where org_id = $1 order by created_at desc, id desc limit 10';
const insertInto =
  (table: string) =>
  (query: Query, { orgId }: Known, index: number) =>
    query(
      `insert into ${table} (id, org_id, body, created_at, updated_at) values (gen_random_uuid(), $1, $2, now(), now()) returning *`,
      [orgId, JSON.stringify({ name: `bench ${index}` })],
    );

const TOOL = { type: 'endCall' };
const COUNT = {
  queries: [
    {
      table: 'call',
      name: 'calls',
      operations: [{ operation: 'count', column: 'id' }],
      groupBy: ['endedReason'],
      // All of them, as the bare statement does.
      timeRange: { start: '2000-01-01T00:00:00Z', end: '2100-01-01T00:00:00Z' },
    },
  ],
};

const operations: readonly Measured[] = [
  {
    name: 'call.get',
    request: (known, index) => ({ method: 'GET', path: `/call/${pick(known, index)}` }),
    bare: (query, known, index) => query(READ_CALL, [known.orgId, pick(known, index)]),
  },
  {
    name: 'call.list, ten',
    request: () => ({ method: 'GET', path: '/call?limit=10' }),
    bare: (query, { orgId }) => query(LIST_CALLS, [orgId]),
  },
  {
    name: 'call.page, ten, with the count',
    request: () => ({ method: 'GET', path: '/v2/call?limit=10' }),
    async bare(query, { orgId }) {
      await query(LIST_CALLS, [orgId]);
      await query('select count(*) from call where org_id = $1', [orgId]);
    },
  },
  {
    name: 'call.update',
    request: (known, index) => ({
      method: 'PATCH',
      path: `/call/${pick(known, index)}`,
      body: { name: `call ${index}` },
    }),
    bare: (query, known, index) =>
      query('update call set name = $3 where org_id = $1 and id = $2 returning *', [
        ...[known.orgId, pick(known, index), `call ${index}`],
      ]),
  },
  {
    name: 'assistant.create',
    request: (_, index) => ({
      method: 'POST',
      path: '/assistant',
      body: { name: `bench ${index}` },
    }),
    bare: insertInto('assistant'),
  },
  {
    name: 'assistant.get',
    request: ({ assistantId }) => ({ method: 'GET', path: `/assistant/${assistantId}` }),
    bare: (query, { orgId, assistantId }) =>
      query('select * from assistant where org_id = $1 and id = $2', [orgId, assistantId]),
  },
  {
    name: 'assistant.list, ten',
    request: () => ({ method: 'GET', path: '/assistant?limit=10' }),
    bare: (query, { orgId }) => query(LIST_ASSISTANTS, [orgId]),
  },
  {
    name: 'session.create',
    request: (_, index) => ({ method: 'POST', path: '/session', body: { name: `bench ${index}` } }),
    bare: (query, { orgId }, index) =>
      query(
        "insert into session (id, org_id, body, status, expires_at, created_at, updated_at) values (gen_random_uuid(), $1, $2, 'active', now(), now(), now()) returning *",
        [orgId, JSON.stringify({ name: `bench ${index}` })],
      ),
  },
  {
    name: 'tool.create',
    request: () => ({ method: 'POST', path: '/tool', body: TOOL }),
    bare: insertInto('tool'),
  },
  {
    name: 'analytics.query, by reason',
    request: () => ({ method: 'POST', path: '/analytics', body: COUNT }),
    bare: (query, { orgId }) =>
      query('select ended_reason, count(id) from call where org_id = $1 group by ended_reason', [
        orgId,
      ]),
  },
];

try {
  for (const engine of engines) await measure(engine);
} finally {
  await postgres?.stop();
}

async function measure(engine: Engine): Promise<void> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'kindling-bench-'));
  const start = () =>
    startKindling({ dataFolder, env: { ...engine.env, API_RATE_PER_IP: '1000000' } });
  await (await start()).stop();
  const bare = await engine.open(dataFolder);
  await bare.query(FILL_CALLS, [Number(values.calls)]);
  await bare.query('analyze');
  const known = await look(bare.query);
  const alone = new Map<string, number>();
  for (const { name, bare: run } of operations) {
    const durations: number[] = [];
    for (let index = 0; index < timesOf(name); index += 1) {
      const startedAt = performance.now();
      await run(bare.query, known, index);
      durations.push(performance.now() - startedAt);
    }
    alone.set(name, median(durations));
  }
  await bare.close();
  const kindling = await start();
  try {
    await report(engine, { kindling, known, alone });
  } finally {
    await kindling.stop();
  }
}

/** Those that read every call need fewer to be sure of. */
function timesOf(name: string): number {
  return /count|analytics/.test(name) ? Math.ceil(count / 20) : count;
}

async function look(query: Query): Promise<Known> {
  const [org] = (await query('select id from org limit 1')).rows;
  const [assistant] = (await query('select id from assistant order by created_at limit 1')).rows;
  const calls = (await query('select id from call order by created_at desc limit 5000')).rows;
  return {
    orgId: String(org?.id),
    assistantId: String(assistant?.id),
    callIds: calls.map(({ id }) => String(id)),
  };
}

interface Reported {
  readonly kindling: RunningKindling;
  readonly known: Known;
  readonly alone: ReadonlyMap<string, number>;
}

async function report(engine: Engine, { kindling, known, alone }: Reported): Promise<void> {
  const token = readFileSync(join(kindling.dataFolder, 'private-key'), 'utf8').trim();
  const server = { url: kindling.url, token };
  const rows: (string | number)[][] = [];
  for (const { name, request } of operations) {
    const times = timesOf(name);
    const requests = () => Array.from({ length: times }, (_, index) => request(known, index));
    await load(server, requests().slice(0, 50), CONCURRENCY);
    const one = await load(server, requests(), 1);
    const many = await load(server, requests(), CONCURRENCY);
    const cost = median(one.durations);
    const driver = alone.get(name) ?? Number.NaN;
    rows.push([
      ...[name, many.perSecond, percentile(many.durations, 0.99), cost, driver, cost / driver],
    ]);
  }
  console.log(`\n${engine.name}, ${values.calls} stored calls; ms, medians unless named\n`);
  printTable(
    ['', 'per second (8 at once)', 'p99 of them', 'one at a time', 'driver alone', 'ratio'],
    rows,
  );
  if (Number(values.memory) > 0) await watchMemory(server, { kindling, known });
}

async function watchMemory(
  server: { readonly url: string; readonly token: string },
  { kindling, known }: Pick<Reported, 'kindling' | 'known'>,
): Promise<void> {
  const total = Number(values.memory);
  const rows: (string | number)[][] = [];
  for (let done = 0; done < total; done += total / 10) {
    const requests = Array.from({ length: total / 10 }, (_, index) => ({
      method: 'GET',
      path: index % 2 === 0 ? `/call/${pick(known, index)}` : '/call?limit=1',
    }));
    await load(server, requests, CONCURRENCY);
    rows.push([`after ${done + total / 10} requests`, residentMegabytes(kindling.pid)]);
  }
  console.log('\nmemory of the server\n');
  printTable(['', 'MB resident'], rows);
}

/** `npm start` is a small family; the server is the largest of it. */
function residentMegabytes(pid: number): number {
  return Math.max(...family(pid).map((one) => processFigures(one).residentMegabytes));
}
