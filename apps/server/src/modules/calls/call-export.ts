import type { CallExportColumn, CallExportQuery } from '@kindling/protocol';
import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../../platform/database/database.ts';
import { callTable, recordingTable } from '../../platform/database/schema.ts';
import type { CsvTable, Cursor } from '../../platform/requests/csv/csv-pages.ts';
import { listFilters } from '../references/list-filters.ts';
import { behind } from '../references/page-query.ts';
import { callFilters } from './store/call-filters.ts';

const ROWS_PER_PAGE = 500;

type ExportRow = Cursor & Readonly<Record<CallExportColumn, unknown>>;

const ofCustomer = (field: string) => sql`${callTable.customer} ->> ${sql.raw(`'${field}'`)}`;
const nothing = sql`null`;

/** Where each column comes from; what there is only by telephone is empty. */
const COLUMNS: Readonly<Record<Exclude<CallExportColumn, 'recordingUrl'>, SQL | AnyPgColumn>> = {
  id: callTable.id,
  assistantId: callTable.assistantId,
  squadId: callTable.squadId,
  customerId: ofCustomer('externalId'),
  customerName: ofCustomer('name'),
  customerNumber: ofCustomer('number'),
  customerSipUri: ofCustomer('sipUri'),
  customerExtension: ofCustomer('extension'),
  phoneNumberId: callTable.phoneNumberId,
  endedReason: callTable.endedReason,
  type: callTable.type,
  /** Seconds. */
  duration: sql`extract(epoch from ${callTable.endedAt} - ${callTable.startedAt})::float8`,
  startedAt: callTable.startedAt,
  endedAt: callTable.endedAt,
  transcript: sql`${callTable.artifact} ->> 'transcript'`,
  summary: sql`${callTable.analysis} ->> 'summary'`,
  successEvaluation: sql`${callTable.analysis} ->> 'successEvaluation'`,
  cost: callTable.cost,
  phoneCallProvider: nothing,
  phoneCallProviderId: nothing,
  createdAt: callTable.createdAt,
  updatedAt: callTable.updatedAt,
};

/** Where the sound of a call is downloaded, as far as it is kept; `call-recordings.ts` tells of one call. */
function recordingUrl(baseUrl: string): SQL {
  const [call, kept] = [callTable, recordingTable];
  // In a select of one table the columns alone would be those of the inner one.
  return sql`case when ${call.status} = 'ended' and exists (
    select 1 from ${kept} where ${kept}.call_id = ${call}.id and ${kept}.org_id = ${call}.org_id
    and ${kept}.status in ('finished', 'failed')
    and (${kept}.file is not null or (${kept}.type = 'raw-tracks' and ${kept}.duration is not null))
  ) then ${`${baseUrl}/call/`}::text || ${call}.id || '/mono-recording' end`;
}

export interface CallExportOptions {
  readonly orgId: string;
  readonly query: CallExportQuery;
  /** Where this server is reached. */
  readonly baseUrl: string;
}

/** The calls that fit, a part of them at a time; only the columns that are asked for are read. */
export function callExport(
  db: Database,
  { orgId, query, baseUrl }: CallExportOptions,
): CsvTable<ExportRow> {
  const { columns, sortOrder, limit, page = 1 } = query;
  const direction = sortOrder === 'ASC' ? asc : desc;
  const chosen = Object.fromEntries(
    [...columns, 'id' as const, 'createdAt' as const].map((name) => [
      name,
      name === 'recordingUrl' ? recordingUrl(baseUrl) : COLUMNS[name],
    ]),
  );
  let left = limit ?? Number.POSITIVE_INFINITY;
  return {
    columns: columns.map((name) => [name, (row) => toCell(row[name])]),
    async readPage(after) {
      if (left <= 0) return [];
      const rows = await db
        .select(chosen)
        .from(callTable)
        .where(
          and(
            eq(callTable.orgId, orgId),
            ...callFilters(query),
            ...listFilters(query, callTable),
            after === null ? undefined : behind(callTable, after, sortOrder),
          ),
        )
        .orderBy(direction(callTable.createdAt), direction(callTable.id))
        .limit(Math.min(left, ROWS_PER_PAGE))
        .offset(after === null && limit !== undefined ? (page - 1) * limit : 0);
      left -= rows.length;
      return rows as unknown as ExportRow[];
    },
  };
}

function toCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  return value instanceof Date ? value.toISOString() : String(value);
}
