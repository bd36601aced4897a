import type { Artifact, Call, CallListQuery, CallMessage, EndReason } from '@kindling/protocol';
import { and, desc, eq, ne } from 'drizzle-orm';
import { listFilters } from '../api/list-filters.ts';
import type { Database } from '../storage/database.ts';
import { callTable } from '../storage/schema.ts';

type Row = typeof callTable.$inferSelect;
type Insert = typeof callTable.$inferInsert;

export type NewCall = Pick<
  Insert,
  | 'id'
  | 'orgId'
  | 'tokenId'
  | 'name'
  | 'assistantId'
  | 'assistant'
  | 'assistantOverrides'
  | 'webCallUrl'
  | 'artifactPlan'
  | 'metadata'
>;

/** What is known of a call once it is over. Times are epoch milliseconds. */
export interface CallEnd {
  readonly reason: EndReason;
  readonly message?: string;
  readonly startedAt: number | null;
  readonly endedAt: number;
  readonly messages: readonly CallMessage[];
  readonly artifact: Artifact;
}

export interface CallStore {
  create(call: NewCall): Promise<Call>;
  find(orgId: string, id: string): Promise<Call | null>;
  list(orgId: string, query: CallListQuery): Promise<Call[]>;
  markInProgress(id: string, startedAt: number): Promise<void>;
  /** Keeps what was said so far, for the case that the process dies. */
  checkpoint(id: string, messages: readonly CallMessage[]): Promise<void>;
  /** The first end of a call counts; later ones change nothing. */
  finish(id: string, end: CallEnd): Promise<void>;
  /** Ends every call an earlier process left open; answers how many. */
  closeAbandoned(reason: EndReason, message: string): Promise<number>;
}

export function createCallStore(db: Database): CallStore {
  const open = (id: string) => and(eq(callTable.id, id), ne(callTable.status, 'ended'));
  const change = async (id: string, set: Partial<Insert>) => {
    await db
      .update(callTable)
      .set({ ...set, updatedAt: new Date() })
      .where(open(id));
  };
  return {
    async create(call) {
      const now = new Date();
      const stamped = {
        ...call,
        type: 'webCall',
        status: 'queued',
        createdAt: now,
        updatedAt: now,
      } as const;
      const [row] = await db.insert(callTable).values(stamped).returning();
      if (row === undefined) throw new Error('The call was not stored.');
      return toCall(row);
    },
    async find(orgId, id) {
      const filter = and(eq(callTable.orgId, orgId), eq(callTable.id, id));
      const [row] = await db.select().from(callTable).where(filter);
      return row === undefined ? null : toCall(row);
    },
    list: (orgId, query) => listCalls(db, orgId, query),
    markInProgress: (id, startedAt) =>
      change(id, { status: 'in-progress', startedAt: new Date(startedAt) }),
    checkpoint: (id, messages) => change(id, { messages: [...messages] }),
    finish: (id, end) => change(id, endedFields(end)),
    async closeAbandoned(reason, message) {
      const now = new Date();
      const closed = await db
        .update(callTable)
        .set({
          status: 'ended',
          endedReason: reason,
          endedMessage: message,
          endedAt: now,
          updatedAt: now,
        })
        .where(ne(callTable.status, 'ended'))
        .returning({ id: callTable.id });
      return closed.length;
    },
  };
}

async function listCalls(db: Database, orgId: string, query: CallListQuery): Promise<Call[]> {
  const filters = listFilters(query, callTable);
  if (query.id !== undefined) filters.push(eq(callTable.id, query.id));
  if (query.assistantId !== undefined) filters.push(eq(callTable.assistantId, query.assistantId));
  const rows = await db
    .select()
    .from(callTable)
    .where(and(eq(callTable.orgId, orgId), ...filters))
    .orderBy(desc(callTable.createdAt), desc(callTable.id))
    .limit(query.limit);
  return rows.map(toCall);
}

function endedFields(end: CallEnd): Partial<Insert> {
  return {
    status: 'ended',
    endedReason: end.reason,
    endedMessage: end.message ?? null,
    ...(end.startedAt === null ? {} : { startedAt: new Date(end.startedAt) }),
    endedAt: new Date(end.endedAt),
    messages: [...end.messages],
    artifact: end.artifact,
  };
}

function toCall({ tokenId: _, ...row }: Row): Call {
  return {
    ...row,
    startedAt: row.startedAt?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
