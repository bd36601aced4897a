import { and, eq, ne, type SQL } from 'drizzle-orm';
import type { FindOwner } from '../http/middleware/forward-to-owner.ts';
import type { ClusterNode } from '../platform/cluster/nodes.ts';
import type { Database } from '../platform/database/database.ts';
import { callTable } from '../platform/database/schema.ts';
import { createMeetingClaims } from '../rooms/meetings/meeting-claims.ts';
import { testRoomNode } from '../rooms/signalling/test-rooms.ts';
import type { ServerContext } from './server-context.ts';

const ROOM = /^\/room\/([\w-]{1,200})(?:\/([^/]+))?/;
const CALL = /^\/call\/([\da-f-]{36})(?:\/control\/[^/]+)?$/;

/** Finds the node whose call, meeting or test a request is about, where that is not this one. */
export function createFindOwner({
  db,
  isDraining,
  live,
  meetings,
  nodes,
}: Pick<ServerContext, 'db' | 'isDraining' | 'live' | 'meetings' | 'nodes'>): FindOwner {
  const claims = createMeetingClaims(db, nodes);

  async function ofRoom(name: string, part: string | undefined, method: string) {
    const isHere = live.findRoom(name).state === 'open' || meetings.find(name) !== undefined;
    if (isHere) return null;
    const owner = testRoomNode(name) ?? (await nodeOfCall(db, eq(callTable.roomName, name)));
    if (owner !== null) return owner;
    // Who asks what a room is, or whether they may come, is answered by any node.
    if (part === undefined && method !== 'POST') return null;
    const begins = part === undefined && !isDraining();
    return begins ? claims.claim(name) : claims.find(name);
  }

  return async (method, path) => {
    const [, room, part] = ROOM.exec(path) ?? [];
    if (room !== undefined) return ofRoom(room, part, method);
    const [, id] = CALL.exec(path) ?? [];
    if (id === undefined || live.find(id) !== null) return null;
    // Who reads a call that goes on may get the addresses to listen to it and to steer it.
    const isMatter = method === 'GET' || path.length > `/call/${id}`.length;
    return isMatter ? nodeOfCall(db, eq(callTable.id, id)) : null;
  };
}

/** Finds another node that has a call. */
export function createFindCallNode({
  db,
  nodes,
}: Pick<ServerContext, 'db' | 'nodes'>): (callId: string) => Promise<ClusterNode | null> {
  return async (callId) => {
    if (!nodes.isCluster || !/^[\da-f-]{36}$/.test(callId)) return null;
    const owner = await nodeOfCall(db, eq(callTable.id, callId));
    return nodes.alive().find(({ id }) => id === owner && id !== nodes.own) ?? null;
  };
}

/** Null: it is over, or of a server without others. */
async function nodeOfCall(db: Database, is: SQL): Promise<number | null> {
  const [row] = await db
    .select({ nodeId: callTable.nodeId })
    .from(callTable)
    .where(and(is, ne(callTable.status, 'ended')));
  return row?.nodeId ?? null;
}
