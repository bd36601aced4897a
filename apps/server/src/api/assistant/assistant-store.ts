import { randomUUID } from 'node:crypto';
import type { Assistant, AssistantCreate, AssistantUpdate, ListQuery } from '@kindling/protocol';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Database } from '../../storage/database.ts';
import { assistantTable } from '../../storage/schema.ts';
import { listFilters } from '../list-filters.ts';

/** Assistants of an org. What is missing, or another org's, is null. */
export interface AssistantStore {
  create(orgId: string, form: AssistantCreate): Promise<Assistant>;
  list(orgId: string, query: ListQuery): Promise<Assistant[]>;
  find(orgId: string, id: string): Promise<Assistant | null>;
  /** Sets the named fields. */
  update(orgId: string, id: string, form: AssistantUpdate): Promise<Assistant | null>;
  replace(orgId: string, id: string, form: AssistantCreate): Promise<Assistant | null>;
  remove(orgId: string, id: string): Promise<Assistant | null>;
}

export function createAssistantStore(db: Database): AssistantStore {
  const table = assistantTable;
  const owned = (orgId: string, id: string) => and(eq(table.orgId, orgId), eq(table.id, id));
  return {
    async create(orgId, form) {
      const now = new Date();
      const row = {
        id: randomUUID(),
        orgId,
        body: ownFields(form),
        createdAt: now,
        updatedAt: now,
      };
      await db.insert(table).values(row);
      return toAssistant(row);
    },
    async list(orgId, query) {
      const rows = await db
        .select()
        .from(table)
        .where(and(eq(table.orgId, orgId), ...listFilters(query, table)))
        .orderBy(desc(table.createdAt), desc(table.id))
        .limit(query.limit);
      return rows.map(toAssistant);
    },
    async find(orgId, id) {
      return firstAssistant(await db.select().from(table).where(owned(orgId, id)));
    },
    async update(orgId, id, form) {
      const patch = sql`${table.body} || ${JSON.stringify(ownFields(form))}::jsonb`;
      const set = { body: patch, updatedAt: new Date() };
      return firstAssistant(await db.update(table).set(set).where(owned(orgId, id)).returning());
    },
    async replace(orgId, id, form) {
      const set = { body: ownFields(form), updatedAt: new Date() };
      return firstAssistant(await db.update(table).set(set).where(owned(orgId, id)).returning());
    },
    async remove(orgId, id) {
      return firstAssistant(await db.delete(table).where(owned(orgId, id)).returning());
    },
  };
}

type Row = typeof assistantTable.$inferSelect;

/** The server's own fields are dropped when a caller sends back what it has read. */
function ownFields(form: AssistantCreate): AssistantCreate {
  const { id: _id, orgId: _orgId, createdAt: _created, updatedAt: _updated, ...fields } = form;
  return fields;
}

function firstAssistant(rows: readonly Row[]): Assistant | null {
  return rows[0] === undefined ? null : toAssistant(rows[0]);
}

function toAssistant(row: Row): Assistant {
  return {
    ...row.body,
    id: row.id,
    orgId: row.orgId,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
