import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../../platform/database/database.ts';

type Users = PgTable & {
  readonly id: AnyPgColumn;
  readonly orgId: AnyPgColumn;
  readonly body: AnyPgColumn;
};

export interface UsersOptions {
  readonly kind: string;
  readonly table: Users;
  /** Of their bodies, any of which names what is looked for. */
  readonly parts: readonly object[];
}

/** How many of a kind are named. */
const NAMED = 3;

/** Who names something, for people: `assistant Ada (3f1c…)`. */
export async function namedUsers(
  db: Database,
  orgId: string,
  { kind, table, parts }: UsersOptions,
): Promise<string[]> {
  const says = (part: object): SQL => sql`${table.body} @> ${JSON.stringify(part)}::jsonb`;
  const rows = await db
    .select({ id: sql<string>`${table.id}`, name: sql<string | null>`${table.body} ->> 'name'` })
    .from(table as PgTable)
    .where(and(eq(table.orgId, orgId), or(...parts.map(says))))
    .limit(NAMED);
  return rows.map(({ id, name }) => (name === null ? `${kind} ${id}` : `${kind} ${name} (${id})`));
}
