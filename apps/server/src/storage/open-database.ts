import type { Logger } from 'pino';
import type { OpenDatabase } from './database.ts';
import { openPglite } from './engines/pglite.ts';
import { openPostgres } from './engines/postgres.ts';

/** Opens PostgreSQL when there is a url, else the embedded database in `folder`; migrated. */
export function openDatabase(
  url: string | null,
  folder: string,
  log: Logger,
): Promise<OpenDatabase> {
  if (url === null) return openPglite(folder);
  return openPostgres(url, (error) => log.error({ err: error }, 'database connection failed'));
}
