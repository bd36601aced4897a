import { and, eq, sql } from 'drizzle-orm';
import { storableJson } from '../../modules/chats/storable-text.ts';
import type { Nodes } from '../../platform/cluster/nodes.ts';
import { ofGoneNodes } from '../../platform/cluster/of-gone-nodes.ts';
import type { Database } from '../../platform/database/database.ts';
import { meetingTable } from '../../platform/database/meeting-table.ts';
import { nodeTable } from '../../platform/database/node-table.ts';
import { roomTable } from '../../platform/database/schema.ts';
import { type MeetingState, meetingStateSchema } from './return/meeting-state.ts';

/** Which node a meeting is on: the one that its first participant came to, until it is over. */
export interface MeetingClaims {
  /** The node that has it; null: nobody. */
  find(roomName: string): Promise<number | null>;
  /** Claims it for this node where no living one has it; answers who has it now. Null: there is no such room. */
  claim(roomName: string): Promise<number | null>;
  release(roomId: string): Promise<void>;
  /** Keeps what another node needs to go on with it; false: it is not this node's. */
  keep(roomId: string, state: MeetingState): Promise<boolean>;
  /** What was kept of it, where this node has it. */
  stateOf(roomId: string): Promise<MeetingState | null>;
  /** Takes one over from the node `from`, which asks for it; false: it is not that one's. */
  take(roomId: string, from: number): Promise<boolean>;
  /** Takes over all of nodes that are over; answers their rooms. */
  takeGone(): Promise<readonly string[]>;
}

export function createMeetingClaims(db: Database, nodes: Pick<Nodes, 'own'>): MeetingClaims {
  const find = async (roomName: string) => {
    const [row] = await db
      .select({ nodeId: meetingTable.nodeId })
      .from(meetingTable)
      .innerJoin(roomTable, eq(roomTable.id, meetingTable.roomId))
      .where(eq(roomTable.name, roomName));
    return row?.nodeId ?? null;
  };
  const ofNode = (roomId: string, nodeId: number) =>
    and(eq(meetingTable.roomId, roomId), eq(meetingTable.nodeId, nodeId));
  const isAlive = (nodeId: number) =>
    sql`exists (select from ${nodeTable} where ${nodeTable.id} = ${nodeId}::integer)`;
  return {
    find,
    async keep(roomId, state) {
      if (nodes.own === null) return false;
      const kept = await db
        .update(meetingTable)
        .set({ state: JSON.parse(storableJson(state)) })
        .where(ofNode(roomId, nodes.own))
        .returning({ roomId: meetingTable.roomId });
      return kept.length > 0;
    },
    async stateOf(roomId) {
      if (nodes.own === null) return null;
      const [row] = await db
        .select({ state: meetingTable.state })
        .from(meetingTable)
        .where(ofNode(roomId, nodes.own));
      return meetingStateSchema
        .nullable()
        .catch(null)
        .parse(row?.state ?? null);
    },
    async take(roomId, from) {
      const { own } = nodes;
      if (own === null) return false;
      const taken = await db
        .update(meetingTable)
        .set({ nodeId: own })
        .where(and(ofNode(roomId, from), isAlive(own)))
        .returning({ roomId: meetingTable.roomId });
      return taken.length > 0;
    },
    async takeGone() {
      const { own } = nodes;
      if (own === null) return [];
      const gone = ofGoneNodes({ isCluster: true }, meetingTable.nodeId);
      const taken = await db
        .update(meetingTable)
        .set({ nodeId: own })
        .where(and(gone, isAlive(own)))
        .returning({ roomId: meetingTable.roomId });
      return taken.map(({ roomId }) => roomId);
    },
    async claim(roomName) {
      if (nodes.own === null) return find(roomName);
      const living = sql`all (array(select ${nodeTable.id} from ${nodeTable}))`;
      await db.execute(sql`
        insert into ${meetingTable} (room_id, node_id)
        select id, ${nodes.own}::integer from ${roomTable} where name = ${roomName}
        on conflict (room_id) do update set node_id = excluded.node_id
        where ${meetingTable.nodeId} <> ${living}`);
      return find(roomName);
    },
    async release(roomId) {
      if (nodes.own === null) return;
      await db.delete(meetingTable).where(ofNode(roomId, nodes.own));
    },
  };
}
