import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe } from 'vitest';
import type { OpenDatabase } from '../src/platform/database/database.ts';
import { testDatabases } from './test-databases.ts';
import { createTestServer, type TestServer } from './test-server.ts';

/** Runs `tests` against a server on each engine, every one on a database of its own. */
export function describeOnBothDatabases(
  title: string,
  tests: (server: () => TestServer, database: () => OpenDatabase) => void,
  environment: Record<string, string> = {},
  room: Parameters<typeof createTestServer>[2] = {},
): void {
  for (const { name, missing, open } of testDatabases) {
    describe.skipIf(missing !== null)(`${title} on ${name}`, () => {
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
      );
    });
  }
}

function given<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the test server did not start');
  return value;
}
