import { type SQLWrapper, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe } from 'vitest';
import type { Database, OpenDatabase } from '../../src/platform/database/database.ts';
import { testDatabases } from './test-databases.ts';

/** Runs `tests` against each engine, once `fill` has stored the many rows that they are about. */
export function describeFilledDatabases(
  title: string,
  fill: (database: OpenDatabase) => Promise<void>,
  tests: (db: () => Database) => void,
): void {
  for (const { name, missing, open } of testDatabases) {
    describe.skipIf(missing !== null)(`${title} on ${name}`, () => {
      let database: OpenDatabase | undefined;
      beforeAll(async () => {
        database = await open();
        await fill(database);
      }, 240_000);
      afterAll(async () => {
        await database?.close();
      });
      tests(() => {
        if (database === undefined) throw new Error('the database did not open');
        return database.db;
      });
    });
  }
}

/** How the engine would carry out `statement`, as it says it. */
export async function explain(db: Database, statement: SQLWrapper): Promise<string> {
  const { rows } = (await db.execute(sql`explain ${statement.getSQL()}`)) as unknown as {
    readonly rows: readonly Record<string, string>[];
  };
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}
