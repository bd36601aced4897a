import { type SQLWrapper, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe } from 'vitest';
import type { Database, OpenDatabase } from '../../src/platform/database/database.ts';
import { oneDatabase } from './test-databases.ts';

/**
 * Runs `tests` once `fill` has stored the many rows that they are about: on one engine, as both are planned for
 * by the same planner.
 */
export function describeFilledDatabase(
  title: string,
  fill: (database: OpenDatabase) => Promise<void>,
  tests: (db: () => Database) => void,
): void {
  describe(`${title} on ${oneDatabase.name}`, () => {
    let database: OpenDatabase | undefined;
    beforeAll(async () => {
      database = await oneDatabase.open();
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

/** How the engine would carry out `statement`, as it says it. */
export async function explain(db: Database, statement: SQLWrapper): Promise<string> {
  const { rows } = (await db.execute(sql`explain ${statement.getSQL()}`)) as unknown as {
    readonly rows: readonly Record<string, string>[];
  };
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}
