import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

/** Now, and later than the row's last change: two in one millisecond must not share a tag. */
export const nextUpdatedAt = (updatedAt: AnyPgColumn): SQL =>
  sql`greatest(${new Date().toISOString()}::timestamptz, ${updatedAt} + interval '1 millisecond')`;
