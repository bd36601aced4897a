import { errorBodySchema } from '@kindling/protocol';
import { sql } from 'drizzle-orm';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createPausableLink, type PausableLink } from '../../../testing/databases/pausable-link.ts';
import { createPostgresDatabase } from '../../../testing/databases/test-databases.ts';
import { openTestPglite } from '../../../testing/databases/test-pglite.ts';
import { createTestServer, type TestServer } from '../../../testing/server/test-server.ts';
import type { OpenDatabase } from './database.ts';
import { databaseOutage } from './database-outage.ts';
import { openPostgres } from './engines/postgres.ts';

const url = process.env.TEST_DATABASE_URL;
const ID = '3f0c4d8e-8a33-4a51-9b6e-111111111111';

/** One of each way into the database: keys, forms, pages, rooms. */
const REQUESTS = [
  ['GET', '/call'],
  ['GET', `/assistant/${ID}`],
  ['POST', '/assistant', { name: 'Ada' }],
  ['DELETE', `/tool/${ID}`],
  ['POST', '/call/web', { assistantId: ID }],
  ['POST', '/chat', { assistantId: ID, input: 'Hello' }],
  ['GET', '/site-config.json'],
  ['GET', '/room/anything'],
  ['GET', '/leads/export'],
  ['POST', '/rest/v1/subscriptions', { email: 'a@b.example', source: 'footer_contact_form' }],
] as const;

async function expectOutage(server: TestServer): Promise<void> {
  const answers = await Promise.all(
    REQUESTS.map(([method, path, body]) =>
      server.send(method, path, {
        ...(body === undefined ? {} : { body }),
        headers: { apikey: server.publicKey },
      }),
    ),
  );
  const seen = answers.map(({ status, json, headers }, index) => [
    ...[REQUESTS[index]?.[1], status, json.code, headers.get('retry-after')],
  ]);
  const codeOf = (path: string) => (path.startsWith('/rest') ? 'PGRST000' : 'database_unavailable');
  expect(seen).toEqual(REQUESTS.map(([, path]) => [path, 503, codeOf(path), '5']));
}

async function readiness(server: TestServer): Promise<number> {
  server.clock.advance(1_000);
  const answer = await server.send('GET', '/readyz', { key: null });
  if (answer.status !== 200) expect(errorBodySchema.parse(answer.json).code).toBeTruthy();
  return answer.status;
}

const isAlive = async (server: TestServer) => (await server.send('GET', '/healthz')).status === 200;

describe('an embedded database that is gone', () => {
  it('is an outage of every request, and of readiness, and not of the process', async () => {
    const database = await openTestPglite();
    const server = await createTestServer(database);
    expect(await readiness(server)).toBe(200);
    await database.close();
    await expectOutage(server);
    expect(await readiness(server)).toBe(503);
    expect(await isAlive(server)).toBe(true);
  }, 120_000);
});

describe.skipIf(!url)(
  `an outage of PostgreSQL${url ? '' : ' (SKIPPED: TEST_DATABASE_URL is not set)'}`,
  () => {
    let own: Awaited<ReturnType<typeof createPostgresDatabase>>;
    let link: PausableLink;
    let database: OpenDatabase;
    let server: TestServer;
    beforeAll(async () => {
      own = await createPostgresDatabase(url ?? '');
      link = await createPausableLink(own.url);
      database = await openPostgres(link.through(own.url), {
        onFault: () => undefined,
        statementTimeout: 1_000,
      });
      server = await createTestServer(database);
    }, 60_000);
    afterEach(() => link.resume());
    afterAll(async () => {
      await database.close();
      link.close();
      await own.drop();
    });

    it.each(['pause', 'cut'] as const)(
      'is answered with 503, and over when it is over: %s',
      async (fault) => {
        expect(await readiness(server)).toBe(200);
        link[fault]();
        await expectOutage(server);
        expect(await readiness(server)).toBe(503);
        expect(await isAlive(server)).toBe(true);
        link.resume();
        await expect.poll(() => readiness(server), { timeout: 20_000 }).toBe(200);
        expect((await server.send('GET', '/call')).status).toBe(200);
        expect((await server.send('POST', '/assistant', { body: { name: 'Ada' } })).status).toBe(
          201,
        );
      },
      60_000,
    );

    it('ends statements that take too long, and waits for no lock for ever', async () => {
      const slow = database.db.execute(sql`select pg_sleep(20)`);
      expect(databaseOutage(await slow.catch((error: unknown) => error))).toMatchObject({
        code: '57014',
      });
      const held = Promise.withResolvers<void>();
      const locked = Promise.withResolvers<void>();
      const holder = database.db.transaction(async (tx) => {
        await tx.execute(sql`lock table org in access exclusive mode`);
        locked.resolve();
        await held.promise;
      });
      await locked.promise;
      const answer = await server.send('GET', '/org');
      expect([answer.status, answer.json.code]).toEqual([503, 'database_unavailable']);
      held.resolve();
      await holder;
      expect((await server.send('GET', '/org')).status).toBe(200);
    }, 60_000);
  },
);

describe('an error of the database', () => {
  const wrapped = (cause: Error) => new DrizzleQueryError('select', [], cause);
  const coded = (code: string) => Object.assign(new Error('said'), { code });

  it.each(['08006', '40001', '40P01', '53300', '53100', '57P01', '57P03', '57014', '55P03'])(
    'is an outage: %s',
    (code) => expect(databaseOutage(wrapped(coded(code)))).toMatchObject({ code }),
  );

  it.each([
    ...['Connection terminated unexpectedly', 'timeout exceeded when trying to connect'],
    ...[
      'Query read timeout',
      'Connection terminated due to connection timeout',
      'PGlite is closed',
    ],
  ])('is an outage: %s', (words) => {
    expect(databaseOutage(wrapped(new Error(words)))?.message).toBe(words);
  });

  it.each(['23505', '22021', '42P01', '23P01', 'XX000'])('is a fault: %s', (code) => {
    expect(databaseOutage(wrapped(coded(code)))).toBeNull();
  });

  it('is none when another server could not be reached', () => {
    expect(databaseOutage(coded('ECONNREFUSED'))).toBeNull();
    expect(databaseOutage(new Error('x', { cause: coded('ECONNREFUSED') }))).toBeNull();
    expect(databaseOutage(wrapped(coded('ECONNREFUSED')))).not.toBeNull();
  });
});
