import type { RecordedTrack, Recording, RecordingListQuery } from '@kindling/protocol';
import { and, desc, eq, inArray, lt } from 'drizzle-orm';
import { listFilters } from '../../modules/references/list-filters.ts';
import { isMember, type Nodes } from '../../platform/cluster/nodes.ts';
import { ofGoneNodes } from '../../platform/cluster/of-gone-nodes.ts';
import { singleNode } from '../../platform/cluster/single-node.ts';
import type { Database } from '../../platform/database/database.ts';
import { recordingTable } from '../../platform/database/schema.ts';

export type NewRecording = Pick<
  Recording,
  'id' | 'orgId' | 'roomName' | 'meetingId' | 'callId' | 'instanceId' | 'type' | 'startedBy'
> & { readonly startedAt: Date };

/** What changes in one; what is not given stays. */
export interface RecordingChange {
  readonly status?: 'processing' | 'finished' | 'failed';
  /** What LiveKit calls it, where LiveKit Egress makes it. */
  readonly egressId?: string;
  readonly duration?: number;
  readonly file?: { readonly name: string; readonly size: number };
  readonly tracks?: readonly RecordedTrack[];
  readonly errorMessage?: string;
}

/** One whose process is over. */
export type AbandonedRecording = Pick<Recording, 'id' | 'type' | 'status'> & {
  /** Null: the process made it itself. */
  readonly egressId: string | null;
};

/** What is known of recordings. What is missing, or another org's, is null. */
export interface RecordingStore {
  create(recording: NewRecording): Promise<void>;
  /** Sets what is given. */
  update(id: string, change: RecordingChange): Promise<void>;
  list(orgId: string, query: RecordingListQuery): Promise<Recording[]>;
  find(orgId: string, id: string): Promise<Recording | null>;
  /** Anyone who requests it with a signed link. */
  read(id: string): Promise<Recording | null>;
  /**
   * Takes those that were under way, or being composed, by processes that are over: however many nodes ask,
   * each goes to one.
   */
  claimAbandoned(): Promise<AbandonedRecording[]>;
  /** Done, and started before `moment`; the oldest first. Without an org: of all. */
  listOlder(instant: Date, limit: number, orgId?: string): Promise<Recording[]>;
  listOfCalls(orgId: string, callIds: readonly string[]): Promise<Recording[]>;
  remove(orgId: string, id: string): Promise<Recording | null>;
}

export function createRecordingStore(
  db: Database,
  nodes: Pick<Nodes, 'own' | 'isCluster'> = singleNode,
): RecordingStore {
  const table = recordingTable;
  const owned = (orgId: string, id: string) => and(eq(table.orgId, orgId), eq(table.id, id));
  return {
    async create(recording) {
      const now = new Date();
      const status = 'recording' as const;
      const nodeId = nodes.own;
      await db
        .insert(table)
        .values({ ...recording, status, nodeId, createdAt: now, updatedAt: now });
    },
    async update(id, { tracks, ...change }) {
      const set = { ...change, ...(tracks && { tracks: [...tracks] }), updatedAt: new Date() };
      await db.update(table).set(set).where(eq(table.id, id));
    },
    async list(orgId, query) {
      const rows = await db
        .select()
        .from(table)
        .where(
          and(
            eq(table.orgId, orgId),
            query.roomName === undefined ? undefined : eq(table.roomName, query.roomName),
            query.callId === undefined ? undefined : eq(table.callId, query.callId),
            ...listFilters(query, table),
          ),
        )
        .orderBy(desc(table.createdAt), desc(table.id))
        .limit(query.limit);
      return rows.map(toRecording);
    },
    async find(orgId, id) {
      return first(await db.select().from(table).where(owned(orgId, id)));
    },
    async read(id) {
      return first(await db.select().from(table).where(eq(table.id, id)));
    },
    async claimAbandoned() {
      if (!isMember(nodes)) return [];
      const open = inArray(table.status, ['recording', 'processing']);
      const abandoned = and(open, ofGoneNodes(nodes, table.nodeId));
      const own = { nodeId: nodes.own };
      const { id, type, status, egressId } = table;
      return db.update(table).set(own).where(abandoned).returning({ id, type, status, egressId });
    },
    async listOfCalls(orgId, callIds) {
      const ofCalls = and(eq(table.orgId, orgId), inArray(table.callId, [...callIds]));
      return (await db.select().from(table).where(ofCalls)).map(toRecording);
    },
    async listOlder(instant, limit, orgId) {
      const ofOrg = orgId === undefined ? undefined : eq(table.orgId, orgId);
      const done = inArray(table.status, ['finished', 'failed']);
      const rows = await db
        .select()
        .from(table)
        .where(and(ofOrg, done, lt(table.startedAt, instant)))
        .orderBy(table.startedAt)
        .limit(limit);
      return rows.map(toRecording);
    },
    async remove(orgId, id) {
      return first(await db.delete(table).where(owned(orgId, id)).returning());
    },
  };
}

type Row = typeof recordingTable.$inferSelect;

function first(rows: readonly Row[]): Recording | null {
  return rows[0] === undefined ? null : toRecording(rows[0]);
}

function toRecording({ nodeId: _node, egressId: _egress, ...row }: Row): Recording {
  return {
    ...row,
    startedAt: row.startedAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
