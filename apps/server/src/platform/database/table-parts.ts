import { type AnyPgColumn, customType, index, jsonb, timestamp, uuid } from 'drizzle-orm/pg-core';
import { orgTable } from './schema.ts';

/** A point in time, to the millisecond. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** What a caller gave, as it is stored. */
export type Body = Record<string, unknown>;

/** What every stored thing of an org has: every field the caller gave is in `body`. */
export const stored = () => ({
  id: uuid('id').primaryKey(),
  orgId: uuid('org_id')
    .notNull()
    .references(() => orgTable.id, { onDelete: 'cascade' }),
  body: jsonb('body').$type<Body>().notNull(),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
});

/** For lists of an org by either time, in either direction. */
export const listed = (
  name: string,
  table: { orgId: AnyPgColumn; createdAt: AnyPgColumn; updatedAt: AnyPgColumn; id: AnyPgColumn },
) => [
  index(`${name}_org_created`).on(table.orgId, table.createdAt, table.id),
  index(`${name}_org_updated`).on(table.orgId, table.updatedAt),
];
