import { and, asc, eq } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { logTable } from '../../platform/database/platform-tables.ts';
import { behind } from '../references/page-query.ts';
import { type LogRow, readCallLog } from './read-log.ts';

const ROWS_PER_PAGE = 500;

/** The log of a call from its beginning, a JSON object a line, a part of it at a time. */
export async function* callLogLines(
  db: Database,
  orgId: string,
  callId: string,
): AsyncGenerator<string> {
  const ofCall = and(eq(logTable.orgId, orgId), eq(logTable.callId, callId));
  let after: LogRow | undefined;
  do {
    const rows: LogRow[] = await db
      .select()
      .from(logTable)
      .where(and(ofCall, after && behind(logTable, after, 'ASC')))
      .orderBy(asc(logTable.createdAt), asc(logTable.id))
      .limit(ROWS_PER_PAGE);
    yield rows.map((row) => `${JSON.stringify(readCallLog(row))}\n`).join('');
    after = rows.length < ROWS_PER_PAGE ? undefined : rows.at(-1);
  } while (after !== undefined);
}
