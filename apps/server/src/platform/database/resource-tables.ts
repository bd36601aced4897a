import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import * as platform from './platform-tables.ts';
import * as schema from './schema.ts';

/** Every table, by its name. */
export const tablesByName: ReadonlyMap<string, PgTable> = new Map(
  Object.values<unknown>({ ...schema, ...platform })
    .filter((value): value is PgTable => is(value, PgTable))
    .map((table) => [getTableName(table), table]),
);

/** Of a word that SQL has for itself. */
const OTHERWISE: Readonly<Record<string, string>> = { user: 'app_user' };

/** The name of the table of a resource's rows, as `knowledge_base` of `knowledgeBase`; there need not be one. */
export function tableNameOf(resource: string): string {
  return (
    OTHERWISE[resource] ?? resource.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  );
}
