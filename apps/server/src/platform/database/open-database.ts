import type { Logger } from 'pino';
import type { OpenDatabase } from './database.ts';
import { openPglite } from './engines/pglite.ts';
import { openPostgres } from './engines/postgres.ts';

export interface DatabaseConfig {
  /** Null: the embedded database in `folder`. */
  readonly url: string | null;
  readonly folder: string;
  /** Of PostgreSQL, ms: the embedded database answers one statement after the other. */
  readonly statementTimeout: number;
  /** Whether others may use that PostgreSQL, too. */
  readonly isCluster: boolean;
}

/** Opens PostgreSQL when there is a url, else the embedded database; migrated. */
export function openDatabase(
  { url, folder, statementTimeout, isCluster }: DatabaseConfig,
  log: Logger,
): Promise<OpenDatabase> {
  if (url === null) return openPglite(folder);
  const onFault = (error: unknown) => log.error({ err: error }, 'database connection failed');
  const onWaiting = () => log.info('another node is starting: waiting for it');
  return openPostgres(url, {
    onFault,
    statementTimeout,
    cluster: isCluster ? { onWaiting } : null,
  });
}
