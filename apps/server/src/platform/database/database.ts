import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { Pool } from 'pg';

/** What stores talk to: the same on both engines. A transaction is one too. */
export type Database = PgDatabase<PgQueryResultHKT>;

/** An open engine. PGlite runs one statement or transaction at a time; PostgreSQL has a pool. */
export interface OpenDatabase {
  readonly db: Database;
  /** For what brings its own statements; null: embedded. */
  readonly pool: Pool | null;
  /** Printed at start, without credentials. */
  readonly description: string;
  /** Whether nobody but us vacuums and analyses it. */
  readonly needsMaintenance: boolean;
  /** Nothing is made anew any more: the next node may start. Idempotent. */
  started(): Promise<void>;
  close(): Promise<void>;
}

export const migrationsFolder = `${import.meta.dirname}/migrations`;
