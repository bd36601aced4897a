import type { Call, CallUpdate } from '@kindling/protocol';
import { and, eq, ne, sql } from 'drizzle-orm';
import type { Nodes } from '../../../platform/cluster/nodes.ts';
import { singleNode } from '../../../platform/cluster/single-node.ts';
import type { Database } from '../../../platform/database/database.ts';
import { nodeTable } from '../../../platform/database/node-table.ts';
import { callTable } from '../../../platform/database/schema.ts';
import { ApiError } from '../../../platform/errors/api-error.ts';
import { notReady } from '../../../platform/metrics/routes.ts';
import { preconditionFailed } from '../../references/entity-tag.ts';
import { type CallLists, createCallLists } from './call-lists.ts';
import { type CallWriter, createCallWriter } from './call-writer.ts';
import { hasOrgSlot } from './org-slots.ts';
import { readCalls, toCall } from './read-call.ts';
import { hasVisitorSlot, type LimitedVisitor } from './visitor-slots.ts';

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
  | 'roomName'
  | 'artifactPlan'
  | 'metadata'
>;

export interface NewCallSlot {
  readonly takesSlot: boolean;
  readonly orgLimit: number | null;
  /** Whose calls are counted over all nodes; null: nobody's. @default null */
  readonly visitor?: LimitedVisitor | null;
}

export type ReachedLimit = 'organisation' | 'visitor';

export interface StartedCall {
  readonly call: Call;
  /** What the call writes of itself: refused once another node has claimed it. */
  readonly writer: CallWriter;
}

export interface CallStore extends CallLists {
  /**
   * For a call that this node holds. `takesSlot`: it counts for the limit of its organisation at once.
   * Otherwise: the limit that is reached, over all nodes.
   *
   * @throws `not_ready` on a node that is over
   */
  create(call: NewCall, slot?: NewCallSlot): Promise<StartedCall | ReachedLimit>;
  find(orgId: string, id: string): Promise<Call | null>;
  /** Whether a call that is over was reached by this name. */
  hadRoom(roomName: string): Promise<boolean>;
  /** Whether a call goes on in this room, on whatever node. */
  hasRoom(roomName: string): Promise<boolean>;
  /** @throws `not_found` where there is none */
  get(orgId: string, id: string): Promise<Call>;
  /** What its owner calls it; throws `precondition_failed` when it is not in the state `ifMatch`. */
  update(orgId: string, id: string, form: CallUpdate, ifMatch: string | null): Promise<Call>;
}

export function createCallStore(db: Database, nodes: Pick<Nodes, 'own'> = singleNode): CallStore {
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
    async hasRoom(roomName) {
      const found = await db
        .select({ id: callTable.id })
        .from(callTable)
        .where(and(eq(callTable.roomName, roomName), ne(callTable.status, 'ended')))
        .limit(1);
      return found.length > 0;
    },
    async hadRoom(roomName) {
      const over = and(eq(callTable.roomName, roomName), eq(callTable.status, 'ended'));
      return (await db.select({ id: callTable.id }).from(callTable).where(over)).length > 0;
    },
    async create(call, { takesSlot, ...limits } = { takesSlot: false, orgLimit: null }) {
      const now = new Date();
      const claim = { nodeId: nodes.own, epoch: 0 };
      const stamped = {
        ...call,
        ...claim,
        type: 'webCall',
        status: 'queued',
        createdAt: now,
        updatedAt: now,
      } as const;
      const row = await insertCall(db, { ...stamped, hasSlot: takesSlot }, limits);
      if (typeof row === 'string') return row;
      return { call: toCall(row, []), writer: createCallWriter(db, claim) };
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
  };
}

type CallRow = typeof callTable.$inferSelect;

async function insertCall(
  db: Database,
  call: Insert,
  { orgLimit: limit, visitor = null }: Omit<NewCallSlot, 'takesSlot'>,
): Promise<CallRow | ReachedLimit> {
  const insert = async (tx: Database, fields: Partial<Insert> = {}) => {
    const [row] = await tx
      .insert(callTable)
      .values({ ...call, ...fields })
      .returning();
    if (row === undefined) throw new Error('The call was not stored.');
    return row;
  };
  const { nodeId, orgId } = call;
  // A server without others counted in its memory already.
  if (typeof nodeId !== 'number') return insert(db);
  return db.transaction(async (tx) => {
    const isSelf = eq(nodeTable.id, nodeId);
    // Held until the call is stored: else nobody would look for it when this node is over.
    const alive = await tx
      .select({ id: nodeTable.id })
      .from(nodeTable)
      .where(isSelf)
      .for('key share');
    if (alive.length === 0) throw notReady();
    if (visitor !== null && !(await hasVisitorSlot(tx, visitor))) return 'visitor';
    if (call.hasSlot === true && !(await hasOrgSlot(tx, { id: orgId, limit })))
      return 'organisation';
    return insert(tx, { visitorHash: visitor?.hash ?? null });
  });
}
