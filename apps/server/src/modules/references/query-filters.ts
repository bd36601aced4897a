import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

type Column = AnyPgColumn | SQL;

/** A condition for each filter that the query has: one value, or any of several. */
export function filtersOf(
  given: readonly (readonly [column: Column, value: string | readonly string[] | undefined])[],
): SQL[] {
  return given.flatMap(([column, value]) => {
    if (value === undefined) return [];
    // Both kinds compare alike; only the overloads keep them apart.
    const compared = column as AnyPgColumn;
    return [typeof value === 'string' ? eq(compared, value) : inArray(compared, [...value])];
  });
}

/** That a JSON object has these fields with these values; none when the query has none of them. */
export function containsFields<Field extends string>(
  column: Column,
  query: Readonly<Partial<Record<Field, unknown>>>,
  fields: readonly Field[],
): SQL[] {
  const given = fields.filter((field) => query[field] !== undefined);
  if (given.length === 0) return [];
  const part = Object.fromEntries(given.map((field) => [field, query[field]]));
  return [sql`${column} @> ${JSON.stringify(part)}::jsonb`];
}
