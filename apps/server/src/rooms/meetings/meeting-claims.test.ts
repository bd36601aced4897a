import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { describeOnBothDatabases } from '../../../testing/databases/describe-databases.ts';
import { meetingTable } from '../../platform/database/meeting-table.ts';
import { nodeTable } from '../../platform/database/node-table.ts';
import { createMeetingClaims } from './meeting-claims.ts';
import type { MeetingState } from './return/meeting-state.ts';
import { createRoomStore } from './room-store.ts';

const STATE: MeetingState = {
  meetingId: randomUUID(),
  generation: 0,
  people: [],
  waiting: [{ sessionId: 'kim', name: 'Kim' }],
  ejected: ['eve'],
  sessionData: { page: 7 },
};

describeOnBothDatabases('which node a meeting is on', (server, database) => {
  let own: number;
  let other: number;
  let over: number;
  let roomId: string;
  let roomName: string;

  const joinCluster = async () => {
    const [row] = await database()
      .db.insert(nodeTable)
      .values({ name: 'n', address: 'http://n', version: '1', capacity: 1, beat: new Date() })
      .returning();
    return row?.id ?? 0;
  };
  const of = (node: number | null) => createMeetingClaims(database().db, { own: node });

  beforeEach(async () => {
    const { db } = database();
    await db.delete(meetingTable);
    await db.delete(nodeTable);
    [own, other] = [await joinCluster(), await joinCluster()];
    // A number that is never given.
    over = own + 1_000;
    const room = { name: `room-${randomUUID()}`, privacy: 'public', properties: {} } as const;
    const made = await createRoomStore(db).create(server().orgId, room);
    await db.insert(meetingTable).values({ roomId: made.id, nodeId: over });
    roomId = made.id;
    roomName = made.name;
  });

  it('is kept by who has it, and by nobody else', async () => {
    expect(await of(over).keep(roomId, STATE)).toBe(true);
    expect(await of(own).keep(roomId, { ...STATE, generation: 5 })).toBe(false);
    expect(await of(null).keep(roomId, STATE)).toBe(false);
    expect(await of(over).stateOf(roomId)).toEqual(STATE);
    expect(await of(own).stateOf(roomId)).toBeNull();
  });

  it('is taken from who hands it over, once: two-takers', async () => {
    await of(over).keep(roomId, STATE);
    const taken = await Promise.all([own, other].map((node) => of(node).take(roomId, over)));
    expect(taken.filter(Boolean)).toHaveLength(1);
    const winner = taken[0] ? own : other;
    expect(await of(winner).stateOf(roomId)).toEqual(STATE);
    expect(await of(own).find(roomName)).toBe(winner);
    // Its writes are refused from then on.
    expect(await of(over).keep(roomId, STATE)).toBe(false);
  });

  it('is taken of nodes that are over, and not of others', async () => {
    await of(over).keep(roomId, STATE);
    expect(await of(own).takeGone()).toEqual([roomId]);
    expect(await of(other).takeGone()).toEqual([]);
    expect(await of(own).stateOf(roomId)).toEqual(STATE);
    // Who is over itself gets nothing.
    expect(await of(over).take(roomId, own)).toBe(false);
    await of(own).release(roomId);
    expect(await of(own).find(roomName)).toBeNull();
  });

  it('does not go on from what another release may have written', async () => {
    await database()
      .db.update(meetingTable)
      .set({ state: { people: 'many' } });
    expect(await of(over).stateOf(roomId)).toBeNull();
  });
});
