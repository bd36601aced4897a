import { randomBytes, randomUUID } from 'node:crypto';
import type { ListQuery } from '@kindling/protocol';
import type { RoomConfig } from '@kindling/protocol/room';
import { and, desc, eq } from 'drizzle-orm';
import { listFilters } from '../../modules/references/list-filters.ts';
import type { Database } from '../../platform/database/database.ts';
import { roomTable } from '../../platform/database/schema.ts';
import { sqlState } from '../../platform/database/sql-state.ts';
import { ApiError } from '../../platform/errors/api-error.ts';

export type StoredRoom = typeof roomTable.$inferSelect;

export interface NewRoom {
  /** Absent: one that nobody can guess. */
  readonly name?: string | undefined;
  readonly privacy: 'public' | 'private';
  readonly properties: RoomConfig;
}

/** Rooms that people meet in. What is missing, or another org's, is null. */
export interface RoomStore {
  /** @throws `conflict` when the name is taken */
  create(orgId: string, form: NewRoom): Promise<StoredRoom>;
  list(orgId: string, query: ListQuery): Promise<StoredRoom[]>;
  find(orgId: string, name: string): Promise<StoredRoom | null>;
  /** For those who join: they know the url and no org. */
  findByName(name: string): Promise<StoredRoom | null>;
  remove(orgId: string, name: string): Promise<StoredRoom | null>;
}

const UNIQUE_VIOLATION = '23505';

export function createRoomStore(db: Database): RoomStore {
  const table = roomTable;
  const owned = (orgId: string, name: string) => and(eq(table.orgId, orgId), eq(table.name, name));
  return {
    async create(orgId, { name = randomBytes(15).toString('base64url'), privacy, properties }) {
      const now = new Date();
      const row = {
        id: randomUUID(),
        orgId,
        name,
        privacy,
        config: properties,
        createdAt: now,
        updatedAt: now,
      };
      try {
        await db.insert(table).values(row);
      } catch (error) {
        throw sqlState(error) === UNIQUE_VIOLATION ? nameTaken() : error;
      }
      return row;
    },
    list: (orgId, query) =>
      db
        .select()
        .from(table)
        .where(and(eq(table.orgId, orgId), ...listFilters(query, table)))
        .orderBy(desc(table.createdAt), desc(table.id))
        .limit(query.limit),
    async find(orgId, name) {
      const [row] = await db.select().from(table).where(owned(orgId, name));
      return row ?? null;
    },
    async findByName(name) {
      const [row] = await db.select().from(table).where(eq(table.name, name));
      return row ?? null;
    },
    async remove(orgId, name) {
      const [row] = await db.delete(table).where(owned(orgId, name)).returning();
      return row ?? null;
    },
  };
}

export function nameTaken(): ApiError {
  return new ApiError('conflict', 'name: there is a room of this name already. Choose another.', {
    fields: [{ path: 'name', message: 'is taken.' }],
  });
}
