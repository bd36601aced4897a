import type {
  Artifact,
  Call,
  CallCost,
  CallMessage,
  CallUpdate,
  EndReason,
} from '@kindling/protocol';
import { and, eq, ne, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { callTable } from '../../../platform/database/schema.ts';
import { ApiError } from '../../../platform/errors/api-error.ts';
import { preconditionFailed } from '../../references/entity-tag.ts';
import { appendLines, replaceLines } from './call-lines.ts';
import { type CallLists, createCallLists } from './call-lists.ts';
import { readCalls, toCall } from './read-call.ts';

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
  | 'squadId'
  | 'squad'
  | 'workflowId'
  | 'workflow'
  | 'sessionId'
  | 'campaignId'
  | 'customer'
  | 'noticeAcceptance'
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
  /** US dollars; null: not known. */
  readonly cost: number | null;
  /** What it had of providers elsewhere. @default nothing */
  readonly costs?: readonly CallCost[];
}

export interface AddedLines {
  readonly position: number;
  readonly lines: readonly CallMessage[];
}

export interface CallStore extends CallLists {
  create(call: NewCall): Promise<Call>;
  find(orgId: string, id: string): Promise<Call | null>;
  /** @throws `not_found` where there is none */
  get(orgId: string, id: string): Promise<Call>;
  /** What its owner calls it; throws `precondition_failed` when it is not in the state `ifMatch`. */
  update(orgId: string, id: string, form: CallUpdate, ifMatch: string | null): Promise<Call>;
  markInProgress(id: string, startedAt: number): Promise<void>;
  /** Keeps what was said behind the first `position` lines, for the case that the process dies. */
  addLines(id: string, added: AddedLines): Promise<void>;
  /** The first end of a call counts, later ones change nothing; answers whether it is this one. */
  finish(id: string, end: CallEnd): Promise<boolean>;
  /** Ends every call an earlier process left open; answers how many. */
  closeAbandoned(reason: EndReason, message: string): Promise<number>;
}

export function createCallStore(db: Database): CallStore {
  const open = (id: string) => and(eq(callTable.id, id), ne(callTable.status, 'ended'));
  const change = async (id: string, set: Partial<Insert>, tx = db) => {
    const changed = await tx
      .update(callTable)
      .set({ ...set, updatedAt: new Date() })
      .where(open(id))
      .returning({ id: callTable.id });
    return changed.length > 0;
  };
  /** A connection may break between storing an end and answering so. */
  const endedSo = async (id: string, { reason, endedAt }: CallEnd) => {
    const so = and(eq(callTable.endedReason, reason), eq(callTable.endedAt, new Date(endedAt)));
    const found = await db
      .select({ id: callTable.id })
      .from(callTable)
      .where(and(eq(callTable.id, id), so));
    return found.length > 0;
  };
  const owned = (orgId: string, id: string) =>
    and(eq(callTable.orgId, orgId), eq(callTable.id, id));
  const find = async (orgId: string, id: string) => {
    const [row] = await db.select().from(callTable).where(owned(orgId, id));
    return row === undefined ? null : ((await readCalls(db, [row]))[0] ?? null);
  };
  const get = async (orgId: string, id: string) => {
    const call = await find(orgId, id);
    if (call !== null) return call;
    throw new ApiError('not_found', 'There is no call with this id in your organisation.');
  };
  return {
    ...createCallLists(db),
    find,
    get,
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
      return toCall(row, []);
    },
    async update(orgId, id, form, ifMatch) {
      const matchesVersion =
        ifMatch === null ? undefined : eq(callTable.updatedAt, new Date(ifMatch));
      const now = new Date().toISOString();
      const [row] = await db
        .update(callTable)
        .set({
          ...form,
          updatedAt: sql`greatest(${now}::timestamptz, ${callTable.updatedAt} + interval '1 millisecond')`,
        })
        .where(and(owned(orgId, id), matchesVersion))
        .returning();
      const [call] = row === undefined ? [] : await readCalls(db, [row]);
      if (call !== undefined) return call;
      await get(orgId, id);
      throw preconditionFailed('call');
    },
    async markInProgress(id, startedAt) {
      await change(id, { status: 'in-progress', startedAt: new Date(startedAt) });
    },
    addLines: (id, added) => appendLines(db, id, added),
    async finish(id, end) {
      const ended = await db.transaction(async (tx) => {
        const first = await change(id, endedFields(end), tx);
        if (first) await replaceLines(tx, id, end.messages);
        return first;
      });
      return ended || endedSo(id, end);
    },
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

function endedFields(end: CallEnd): Partial<Insert> {
  return {
    status: 'ended',
    endedReason: end.reason,
    endedMessage: end.message ?? null,
    ...(end.startedAt === null ? {} : { startedAt: new Date(end.startedAt) }),
    endedAt: new Date(end.endedAt),
    artifact: end.artifact,
    cost: end.cost,
    costs: end.costs?.length ? [...end.costs] : null,
  };
}
