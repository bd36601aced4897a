import type {
  Eval,
  EvalCreate,
  EvalListQuery,
  EvalRun,
  EvalRunListQuery,
  Page,
} from '@kindling/protocol';
import { and, count, eq, ne, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { evalRunTable, evalTable } from '../../platform/database/platform-tables.ts';
import { storableJson } from '../chats/storable-text.ts';
import { nextUpdatedAt } from '../references/next-updated-at.ts';
import { filtersOf } from '../references/query-filters.ts';
import {
  createResourceStore,
  type ResourceRow,
  type ResourceStore,
  readResource,
} from '../references/resource-store.ts';

export interface EvalStore extends Omit<ResourceStore<Eval, EvalCreate>, 'page' | 'list'> {
  page(orgId: string, query: EvalListQuery): Promise<Page<Eval>>;
}

/** Changes of a run; fields that are left out do not change. */
export type RunProgress = Pick<EvalRun, 'status'> &
  Partial<
    Pick<
      EvalRun,
      'endedReason' | 'endedMessage' | 'startedAt' | 'endedAt' | 'results' | 'cost' | 'costs'
    >
  >;

/** A run as it is asked for. */
export type NewRun = Pick<EvalRun, 'type' | 'evalId' | 'eval' | 'target' | 'warnings'>;

export interface EvalRunStore
  extends Pick<ResourceStore<EvalRun, NewRun>, 'get' | 'find' | 'remove'> {
  create(tx: Database, orgId: string, run: NewRun): Promise<EvalRun>;
  page(orgId: string, query: EvalRunListQuery): Promise<Page<EvalRun>>;
  /** How many of an organisation wait or go on. */
  countOpen(tx: Database, orgId: string): Promise<number>;
  /** Answers whether it is still there. */
  keep(orgId: string, id: string, progress: RunProgress): Promise<boolean>;
}

export function createEvalStore(db: Database): EvalStore {
  const store = createResourceStore<Eval, EvalCreate>(db, { table: evalTable, name: 'eval' });
  return {
    ...store,
    page: (orgId, query) =>
      store.page(orgId, query, { filters: filtersOf([[evalTable.id, query.id]]) }),
  };
}

export function createEvalRunStore(db: Database): EvalRunStore {
  const table = evalRunTable;
  const store = createResourceStore<EvalRun, object>(db, {
    table,
    name: 'eval run',
    read: (row) => readRun(row as ResourceRow & typeof table.$inferSelect),
  });
  return {
    get: store.get,
    find: store.find,
    remove: store.remove,
    create: (tx, orgId, { evalId, ...run }) =>
      store
        .within(tx)
        .create(orgId, { ...run, results: [] }, { evalId: evalId ?? null, status: 'queued' }),
    page: (orgId, query) =>
      store.page(orgId, query, {
        filters: filtersOf([
          [table.id, query.id],
          [table.evalId, query.evalId],
        ]),
      }),
    async countOpen(tx, orgId) {
      const open = and(eq(table.orgId, orgId), ne(table.status, 'ended'));
      const [row] = await tx.select({ open: count() }).from(table).where(open);
      return row?.open ?? 0;
    },
    async keep(orgId, id, { status, ...fields }) {
      const kept = await db
        .update(table)
        .set({
          status,
          // Models and tools send anything.
          body: sql`(${table.body} - 'endedMessage') || ${storableJson(fields)}::jsonb`,
          updatedAt: nextUpdatedAt(table.updatedAt),
        })
        .where(and(eq(table.orgId, orgId), eq(table.id, id)))
        .returning({ id: table.id });
      return kept.length > 0;
    },
  };
}

function readRun(row: ResourceRow & typeof evalRunTable.$inferSelect): EvalRun {
  const { status, evalId } = row;
  const run = { ...readResource(row), status, ...(evalId === null ? {} : { evalId }) };
  return run as unknown as EvalRun;
}
