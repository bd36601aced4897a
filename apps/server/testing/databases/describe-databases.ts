import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe } from 'vitest';
import type { OpenDatabase } from '../../src/platform/database/database.ts';
import { createTestServer, type TestServer } from '../server/test-server.ts';
import { oneDatabase, type TestDatabase, testDatabases } from './test-databases.ts';
import { openTestPglite } from './test-pglite.ts';

type ServerTests = (
  server: () => TestServer,
  database: () => OpenDatabase,
  isPglite: boolean,
) => void;
type Room = Parameters<typeof createTestServer>[2];

/**
 * Runs `tests` against a server on PGlite. That every operation does the same on PostgreSQL is shown by the
 * contract; what has SQL, locks or races of its own is tested on both.
 */
export function describeWithServer(
  title: string,
  tests: ServerTests,
  environment: Record<string, string> = {},
  room: Room = {},
): void {
  describe(title, () =>
    runWithServer({ open: openTestPglite, isPglite: true, tests, environment, room }),
  );
}

/** Runs `tests` against a server on each engine, every one on a database of its own. */
export function describeOnBothDatabases(
  title: string,
  tests: ServerTests,
  environment: Record<string, string> = {},
  room: Room = {},
): void {
  for (const database of testDatabases) describeOn(database, { title, tests, environment, room });
}

/** Runs `tests`, which are costly, against a server on the one engine that is faster here. */
export function describeOnOneDatabase(
  title: string,
  tests: ServerTests,
  environment: Record<string, string> = {},
  room: Room = {},
): void {
  describeOn(oneDatabase, { title, tests, environment, room });
}

function describeOn(
  { name, missing, open }: TestDatabase,
  { title, ...run }: Omit<ServerRun, 'open' | 'isPglite'> & { readonly title: string },
): void {
  describe.skipIf(missing !== null)(`${title} on ${name}`, () =>
    runWithServer({ open, isPglite: name === 'PGlite', ...run }),
  );
}

interface ServerRun {
  readonly open: () => Promise<OpenDatabase>;
  readonly isPglite: boolean;
  readonly tests: ServerTests;
  readonly environment: Record<string, string>;
  readonly room: Room;
}

function runWithServer({ open, isPglite, tests, environment, room }: ServerRun): void {
  let database: OpenDatabase | undefined;
  let server: TestServer | undefined;
  beforeAll(async () => {
    database = await open();
    server = await createTestServer(database, environment, room);
  }, 60_000);
  afterAll(async () => {
    await database?.close();
    if (server !== undefined) await rm(server.blobFolder, { recursive: true, force: true });
  });
  tests(
    () => given(server),
    () => given(database),
    isPglite,
  );
}

function given<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the test server did not start');
  return value;
}
