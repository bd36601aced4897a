import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { LogWriter } from '../../src/modules/logs/log-port.ts';
import type { Database } from '../../src/platform/database/database.ts';

const textsSchema = z.object({ rows: z.array(z.object({ text: z.string() })) });

/** Everything that is stored, every row of every table, as one text. */
export async function readAll(db: Database, logs: LogWriter): Promise<string> {
  const select = async (statement: SQL) =>
    textsSchema.parse(await db.execute(statement)).rows.map(({ text }) => text);
  await logs.flush();
  const tables = await select(sql`
    select table_name as text from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`);
  const stored = await Promise.all(
    tables.map((table) =>
      select(sql`select coalesce(string_agg(one::text, ' '), '') as text
        from ${sql.identifier(table)} as one`),
    ),
  );
  return stored.flat().join('\n');
}
