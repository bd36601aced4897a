import { and, eq, sql } from 'drizzle-orm';
import type { Nodes } from '../../platform/cluster/nodes.ts';
import type { Database } from '../../platform/database/database.ts';
import { meetingTable } from '../../platform/database/meeting-table.ts';
import { nodeTable } from '../../platform/database/node-table.ts';
import { roomTable } from '../../platform/database/schema.ts';

/** Which node a meeting is on: the one that its first participant came to, until it is over. */
export interface MeetingClaims {
  /** The node that has it; null: nobody. */
  find(roomName: string): Promise<number | null>;
  /** Claims it for this node where no living one has it; answers who has it now. Null: there is no such room. */
  claim(roomName: string): Promise<number | null>;
  release(roomId: string): Promise<void>;
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
  return {
    find,
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
      const own = and(eq(meetingTable.roomId, roomId), eq(meetingTable.nodeId, nodes.own));
      await db.delete(meetingTable).where(own);
    },
  };
}
