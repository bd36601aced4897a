import type { ListQuery } from '@kindling/protocol';
import { gt, gte, lt, lte, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

const COMPARISONS = { Gt: gt, Ge: gte, Lt: lt, Le: lte } as const;

/** The conditions of a list query on a table's creation and change times. */
export function listFilters(
  query: Omit<ListQuery, 'limit'>,
  columns: { readonly createdAt: AnyPgColumn; readonly updatedAt: AnyPgColumn },
): SQL[] {
  const filters: SQL[] = [];
  for (const field of ['createdAt', 'updatedAt'] as const) {
    for (const suffix of ['Gt', 'Ge', 'Lt', 'Le'] as const) {
      const instant = query[`${field}${suffix}`];
      if (instant !== undefined)
        filters.push(COMPARISONS[suffix](columns[field], new Date(instant)));
    }
  }
  return filters;
}
