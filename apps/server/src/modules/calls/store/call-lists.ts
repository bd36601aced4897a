import type {
  Call,
  CallListQuery,
  CallMetadata,
  CallPageQuery,
  Page,
  PageQuery,
} from '@kindling/protocol';
import { and, desc, eq, getTableColumns, type SQL } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { callTable } from '../../../platform/database/schema.ts';
import { listFilters } from '../../references/list-filters.ts';
import { type PageOptions, selectPage } from '../../references/page-query.ts';
import { callFilters } from './call-filters.ts';
import { type MetadataRow, readCalls, toMetadata } from './read-call.ts';

type Row = typeof callTable.$inferSelect;

/** Calls of one org, listed. */
export interface CallLists {
  /** Newest first. */
  list(orgId: string, query: CallListQuery): Promise<Call[]>;
  page(orgId: string, query: CallPageQuery): Promise<Page<Call>>;
  /** Without what was said, which is not even read. */
  pageMetadata(orgId: string, query: CallPageQuery): Promise<Page<CallMetadata>>;
}

const {
  artifact: _artifact,
  assistant: _assistant,
  assistantOverrides: _overrides,
  squad: _squad,
  workflow: _workflow,
  tokenId: _tokenId,
  nodeId: _nodeId,
  epoch: _epoch,
  roomName: _roomName,
  hasSlot: _hasSlot,
  visitorHash: _visitorHash,
  ...METADATA_COLUMNS
} = getTableColumns(callTable);

export function createCallLists(db: Database): CallLists {
  return {
    list: async (orgId, query) => readCalls(db, await listStatement(db, orgId, query)),
    async page(orgId, query) {
      const page = await selectPage<Row, Row>(db, {
        ...callPage(orgId, query),
        read: (row) => row,
      });
      return { ...page, results: await readCalls(db, page.results) };
    },
    pageMetadata: (orgId, query) =>
      selectPage<MetadataRow, CallMetadata>(db, {
        ...callPage(orgId, query),
        columns: METADATA_COLUMNS,
        read: toMetadata,
      }),
  };
}

export function listStatement(db: Database, orgId: string, query: CallListQuery) {
  return db
    .select()
    .from(callTable)
    .where(and(...ofOrg(orgId, query), ...listFilters(query, callTable)))
    .orderBy(desc(callTable.createdAt), desc(callTable.id))
    .limit(query.limit);
}

export function callPage(orgId: string, query: CallPageQuery): PageOptions {
  return { table: callTable, query: query satisfies PageQuery, filters: ofOrg(orgId, query) };
}

function ofOrg(orgId: string, query: Partial<CallPageQuery>): SQL[] {
  return [eq(callTable.orgId, orgId), ...callFilters(query)];
}
