import { integer, jsonb, pgTable, uuid } from 'drizzle-orm/pg-core';
import { roomTable } from './schema.ts';

/** Meetings that go on, where there are several servers: the one that has it. */
export const meetingTable = pgTable('meeting', {
  roomId: uuid('room_id')
    .primaryKey()
    .references(() => roomTable.id, { onDelete: 'cascade' }),
  nodeId: integer('node_id').notNull(),
  /** What another node needs to go on with it; see `meeting-state.ts`. Null: nobody came yet. */
  state: jsonb('state'),
});
