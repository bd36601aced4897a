import type {
  CallLog,
  Log,
  LogDeleteQuery,
  LogListQuery,
  Page,
  PageQuery,
} from '@kindling/protocol';
import { and, eq, inArray, type SQL } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { logTable } from '../../platform/database/platform-tables.ts';
import { selectPage } from '../references/page-query.ts';
import { type LogRow, readCallLog, readLog } from './read-log.ts';

/** What happened in an organisation, as far as it is still kept. */
export interface LogStore {
  list(orgId: string, query: LogListQuery): Promise<Page<Log>>;
  /** Everything about one call, in lines. */
  listCall(orgId: string, query: PageQuery & { callId: string }): Promise<Page<CallLog>>;
  /** Answers how many there were. */
  remove(orgId: string, query: LogDeleteQuery): Promise<number>;
}

const table = logTable;
/** Deleted in one statement: a log may have millions of entries, and others wait for the locks. */
const AT_ONCE = 5_000;
const FILTERS = [
  ...['type', 'webhookType', 'resource', 'callId', 'assistantId', 'phoneNumberId'],
  ...['squadId', 'customerId'],
] as readonly (keyof LogListQuery & keyof typeof table.$inferSelect)[];

export function createLogStore(db: Database): LogStore {
  return {
    list: (orgId, query) =>
      selectPage<LogRow, Log>(db, {
        table,
        query,
        filters: logFilters(orgId, query),
        read: readLog,
      }),
    listCall: (orgId, query) =>
      selectPage<LogRow, CallLog>(db, {
        table,
        query,
        read: readCallLog,
        filters: logFilters(orgId, query),
      }),
    async remove(orgId, query) {
      const due = db
        .select({ id: table.id })
        .from(table)
        .where(and(...logFilters(orgId, query)))
        .limit(AT_ONCE);
      let deleted = 0;
      for (let gone = AT_ONCE; gone === AT_ONCE; deleted += gone) {
        const rows = await db
          .delete(table)
          .where(inArray(table.id, due))
          .returning({ id: table.id });
        gone = rows.length;
      }
      return deleted;
    },
  };
}

export function logFilters(orgId: string, query: Partial<LogListQuery>): SQL[] {
  const narrowed = FILTERS.flatMap((name) => {
    const value = query[name];
    return value === undefined ? [] : [eq(table[name], value)];
  });
  return [eq(table.orgId, orgId), ...narrowed];
}
