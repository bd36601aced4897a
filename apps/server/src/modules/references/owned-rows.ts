import type { FieldError } from '@kindling/protocol';
import { and, eq, inArray } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../../platform/database/database.ts';
import {
  credentialTable,
  fileTable,
  knowledgeBaseTable,
  toolTable,
} from '../../platform/database/platform-tables.ts';
import { ApiError } from '../../platform/errors/api-error.ts';

type OwnedTable = PgTable & { readonly id: AnyPgColumn; readonly orgId: AnyPgColumn };

const KINDS = {
  tool: { table: toolTable, create: 'POST /tool' },
  'knowledge base': { table: knowledgeBaseTable, create: 'POST /knowledge-base' },
  file: { table: fileTable, create: 'POST /file' },
  credential: { table: credentialTable, create: 'POST /credential' },
} as const satisfies Record<string, { table: OwnedTable; create: string }>;

/** Something that a form names by its id, and where. */
export interface Reference {
  readonly kind: keyof typeof KINDS;
  readonly id: string;
  readonly path: string;
}

/** Throws `bad_request` that names every field whose row is not there, or is another org's. */
export type CheckNamedRows = (orgId: string, named: readonly Reference[]) => Promise<void>;

export function createCheckNamedRows(db: Database): CheckNamedRows {
  return async (orgId, named) => {
    const fields: FieldError[] = [];
    for (const kind of new Set(named.map((one) => one.kind))) {
      const ofKind = named.filter((one) => one.kind === kind);
      const { table, create } = KINDS[kind];
      const owned = await ownedIds(db, table, { orgId, ids: ofKind.map(({ id }) => id) });
      for (const { id, path } of ofKind.filter((one) => !owned.has(one.id)))
        fields.push({
          path,
          message: `there is no ${kind} ${id} in your organisation. Leave it out, or make it with ${create}.`,
        });
    }
    const [first] = fields;
    if (first !== undefined)
      throw new ApiError('bad_request', `${first.path}: ${first.message}`, { fields });
  };
}

async function ownedIds(
  db: Database,
  table: OwnedTable,
  { orgId, ids }: { readonly orgId: string; readonly ids: readonly string[] },
): Promise<ReadonlySet<unknown>> {
  const rows = await db
    .select({ id: table.id })
    .from(table as PgTable)
    .where(and(eq(table.orgId, orgId), inArray(table.id, [...new Set(ids)])));
  return new Set(rows.map(({ id }) => id));
}
