import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../../platform/database/database.ts';
import { squadTable, workflowTable } from '../../platform/database/platform-tables.ts';
import { assistantTable } from '../../platform/database/schema.ts';
import { ApiError } from '../../platform/errors/api-error.ts';

type Users = PgTable & {
  readonly id: AnyPgColumn;
  readonly orgId: AnyPgColumn;
  readonly body: AnyPgColumn;
};

/** How many of a kind are named. */
const NAMED = 3;

/** @throws `conflict` that names who would lose the tool */
export async function rejectWhereUsed(db: Database, orgId: string, toolId: string): Promise<void> {
  const model = { toolIds: [toolId] };
  const uses = [
    ...(await named(db, orgId, { kind: 'assistant', table: assistantTable, parts: [{ model }] })),
    ...(await named(db, orgId, {
      kind: 'squad',
      table: squadTable,
      parts: [
        { members: [{ assistant: { model } }] },
        { members: [{ assistantOverrides: { model } }] },
        { membersOverrides: { model } },
      ],
    })),
    ...(await named(db, orgId, {
      kind: 'workflow',
      table: workflowTable,
      parts: [{ nodes: [{ toolId }] }, { nodes: [{ model }] }, { model }],
    })),
  ];
  if (uses.length === 0) return;
  throw new ApiError(
    'conflict',
    `This tool is in use: ${uses.join(', ')}. Take it out of them first.`,
  );
}

async function named(
  db: Database,
  orgId: string,
  { kind, table, parts }: { kind: string; table: Users; parts: readonly object[] },
): Promise<string[]> {
  const says = (part: object): SQL => sql`${table.body} @> ${JSON.stringify(part)}::jsonb`;
  const rows = await db
    .select({ id: sql<string>`${table.id}`, name: sql<string | null>`${table.body} ->> 'name'` })
    .from(table as PgTable)
    .where(and(eq(table.orgId, orgId), or(...parts.map(says))))
    .limit(NAMED);
  return rows.map(({ id, name }) => (name === null ? `${kind} ${id}` : `${kind} ${name} (${id})`));
}
