import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createPostgresDatabase } from '../../../testing/databases/test-databases.ts';
import { fillDatabaseFolder } from '../../../testing/databases/test-pglite.ts';
import { findingsOf, temporaryFolder, testScene } from '../../../testing/doctor/test-scene.ts';
import { serveWeb } from '../../../testing/doctor/test-web.ts';
import { openPostgres } from '../../platform/database/engines/postgres.ts';
import { database } from './database.ts';

const NEWER = 'insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)';
const IN_THE_YEAR_3000 = Date.UTC(3000, 0);

describe('the embedded database', () => {
  const look = (data: string) => findingsOf(database, testScene({ env: { KINDLING_DATA: data } }));

  it('is not there before the first start', async () => {
    expect(await look(temporaryFolder())).toEqual([expect.stringMatching(/^skipped: /)]);
  });

  it('opens, and is left as it was', async () => {
    const data = temporaryFolder();
    await fillDatabaseFolder(join(data, 'database'));
    const wanted = [
      'ok: The embedded database opens.',
      expect.stringMatching(/^ok: All \d+ migrations are applied\.$/),
    ];
    expect(await look(data)).toEqual(wanted);
    expect(await look(data)).toEqual(wanted);
  });

  it('is reported when a newer version changed it', async () => {
    const data = temporaryFolder();
    await fillDatabaseFolder(join(data, 'database'));
    const client = await PGlite.create(join(data, 'database'));
    await client.query(NEWER, ['newer', IN_THE_YEAR_3000]);
    await client.close();
    expect((await look(data)).at(-1)).toBe(
      'fail: The database was changed by a newer version than this one.',
    );
  });

  it('is reported when it does not open', async () => {
    const data = temporaryFolder();
    mkdirSync(join(data, 'database'));
    writeFileSync(join(data, 'database/PG_VERSION'), 'none\n');
    expect(await look(data)).toEqual([
      expect.stringMatching(/^fail: The embedded database does not open: /),
    ]);
  });

  it('is left alone where a process outside may have it open', async () => {
    const data = temporaryFolder();
    await fillDatabaseFolder(join(data, 'database'));
    writeFileSync(join(data, 'server.lock'), JSON.stringify({ pid: 999_999_999, started: null }));
    expect(await look(data)).toEqual([expect.stringMatching(/^skipped: .*left alone/)]);
  });

  it.each([
    [200, 'ok: The embedded database answers the server that runs.'],
    [503, 'fail: The server is not ready (503).'],
  ])('is asked by the server that runs: %i', async (status, wanted) => {
    const port = await serveWeb((_, response) => void response.writeHead(status).end('{}'));
    const server = { pid: process.pid, url: `http://127.0.0.1:${port}`, sockets: null };
    expect(await findingsOf(database, testScene({ server }))).toEqual([wanted]);
  });
});

it('tells a PostgreSQL that is not there', async () => {
  const scene = testScene({ env: { DATABASE_URL: 'postgres://user:secret@127.0.0.1:1/school' } });
  const [found] = await database.run(scene);
  expect(found).toEqual({
    status: 'fail',
    found: 'PostgreSQL at 127.0.0.1:1/school cannot be used: nothing listens there.',
    mend: 'Start PostgreSQL, or correct host and port in DATABASE_URL.',
  });
});

const server = process.env.TEST_DATABASE_URL;

describe.skipIf(!server)(
  `PostgreSQL${server ? '' : ' (SKIPPED: TEST_DATABASE_URL is not set)'}`,
  () => {
    async function createDatabase(): Promise<string> {
      const made = await createPostgresDatabase(server ?? '');
      onTestFinished(() => made.drop());
      return made.url;
    }
    const look = (url: string) => findingsOf(database, testScene({ env: { DATABASE_URL: url } }));
    const faults = async (url: string) =>
      (await look(url)).filter((line) => !line.startsWith('ok: '));
    const run = async (url: string, query: string, values: unknown[] = []) => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query(query, values).finally(() => client.end());
    };

    it('is found empty, quick and free', async () => {
      const found = await look(await createDatabase());
      expect(found).toContain('ok: The database is empty; the first start fills it.');
      expect(found).toContain('ok: No server holds the database.');
    });

    it('is reported when another server holds it', async () => {
      const url = await createDatabase();
      const opened = await openPostgres(url, { onFault: () => undefined });
      try {
        expect(await faults(url)).toEqual([
          expect.stringMatching(/^fail: A server from .* holds the database/),
        ]);
      } finally {
        await opened.close();
      }
    });

    it('is reported when nodes hold it, and this is to be none, or the other way about', async () => {
      const url = await createDatabase();
      const node = new pg.Client({ connectionString: url, application_name: 'kindling-node' });
      await node.connect();
      try {
        expect(await faults(url)).toEqual([
          expect.stringMatching(/^fail: Nodes of a cluster hold the database/),
        ]);
        const env = {
          ...{ DATABASE_URL: url, CLUSTER: 'true', PUBLIC_URL: 'https://school.example' },
          ...{ NODE_ADDRESS: 'http://10.0.0.7:8787', SMTP_URL: 'smtp://127.0.0.1' },
          ...{ KINDLING_SECRET: 'f'.repeat(64), STORAGE_URL: 's3://a:b@127.0.0.1/bucket' },
        };
        expect(await findingsOf(database, testScene({ env }))).toContainEqual(
          expect.stringMatching(/^ok: 1 nodes are there/),
        );
      } finally {
        await node.end();
      }
    });

    it('is reported when a newer version changed it', async () => {
      const url = await createDatabase();
      await (await openPostgres(url, { onFault: () => undefined })).close();
      await run(url, NEWER, ['newer', IN_THE_YEAR_3000]);
      expect(await faults(url)).toContain(
        'fail: The database was changed by a newer version than this one.',
      );
    });

    it('is reported when there is none of that name', async () => {
      const url = new URL(server ?? '');
      url.pathname = '/none_of_that_name';
      const [found] = await database.run(testScene({ env: { DATABASE_URL: url.href } }));
      expect(found).toMatchObject({ status: 'fail', mend: expect.stringContaining('createdb') });
    });

    it('is reported when its user may do too little', async () => {
      const url = new URL(await createDatabase());
      const name = `weak_${url.pathname.slice(1)}`.slice(0, 60);
      await run(server ?? '', `create role ${name} login password 'weak'`);
      onTestFinished(() => run(server ?? '', `drop role ${name}`));
      url.username = name;
      url.password = 'weak';
      const client = new pg.Client({ connectionString: server });
      await client.connect();
      const { rows } = await client.query("select from pg_roles where rolname = 'kindling_anon'");
      await client.end();
      // Roles are the whole server's: another test may have made it.
      expect(await faults(url.href)).toEqual(
        rows.length > 0 ? [] : ['fail: The first start makes a role, and this user may make none.'],
      );
    });
  },
);
