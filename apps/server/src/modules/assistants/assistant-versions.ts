import { randomUUID } from 'node:crypto';
import type {
  Assistant,
  AssistantCreate,
  AssistantVersion,
  AssistantVersionPage,
  AssistantVersionQuery,
} from '@kindling/protocol';
import { and, desc, eq, lt, max, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { assistantVersionTable } from '../../platform/database/platform-tables.ts';

const table = assistantVersionTable;

/**
 * Keeps what an assistant has become. `before` is its first version where it has none, as one has
 * that is older than versions are.
 */
export async function addVersion(
  tx: Database,
  after: Assistant,
  before: Assistant | null,
): Promise<void> {
  const last = (await newestNumber(tx, after.id)) ?? 0;
  const states = last === 0 && before !== null ? [before, after] : [after];
  await tx.insert(table).values(states.map((state, index) => toRow(state, last + 1 + index)));
}

/** Newest first; `pageState` is the number that the page before ended with. */
export async function listVersions(
  db: Database,
  assistant: Assistant,
  { limit, page = 1, cursor, pageState = cursor }: AssistantVersionQuery,
): Promise<AssistantVersionPage> {
  const all = and(eq(table.orgId, assistant.orgId), eq(table.assistantId, assistant.id));
  const older = pageState === undefined ? undefined : lt(table.number, Number(pageState));
  const [rows, [counted]] = await Promise.all([
    db
      .select()
      .from(table)
      .where(and(all, older))
      .orderBy(desc(table.number))
      .limit(limit + 1)
      .offset(pageState === undefined ? (page - 1) * limit : 0),
    db.select({ count: sql<number>`count(*)::int` }).from(table).where(all),
  ]);
  const total = counted?.count ?? 0;
  // Never changed since there are versions: it is what it has always been.
  if (total === 0) return onlyVersion(assistant, limit, page);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const next = rows.length > limit && last !== undefined ? String(last.number) : null;
  return {
    results: shown.map(toVersion),
    metadata: { itemsPerPage: limit, totalItems: total, currentPage: page, nextCursor: next },
    ...(next !== null && { nextPageState: next }),
  };
}

async function newestNumber(tx: Database, assistantId: string): Promise<number | null> {
  const [found] = await tx
    .select({ number: max(table.number) })
    .from(table)
    .where(eq(table.assistantId, assistantId));
  return found?.number ?? null;
}

function toRow(assistant: Assistant, number: number): typeof table.$inferInsert {
  const createdAt = new Date(assistant.updatedAt);
  return {
    id: randomUUID(),
    orgId: assistant.orgId,
    assistantId: assistant.id,
    number,
    body: fieldsOf(assistant),
    createdAt,
    updatedAt: createdAt,
  };
}

function toVersion(row: typeof table.$inferSelect): AssistantVersion {
  const { id, orgId, assistantId, number, body, createdAt, updatedAt } = row;
  return {
    id,
    orgId,
    assistantId,
    version: number,
    assistant: body,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

function onlyVersion(assistant: Assistant, limit: number, page: number): AssistantVersionPage {
  const version: AssistantVersion = {
    id: assistant.id,
    orgId: assistant.orgId,
    assistantId: assistant.id,
    version: 1,
    assistant: fieldsOf(assistant),
    createdAt: assistant.updatedAt,
    updatedAt: assistant.updatedAt,
  };
  return {
    results: limit > 0 && page === 1 ? [version] : [],
    metadata: { itemsPerPage: limit, totalItems: 1, currentPage: page, nextCursor: null },
  };
}

function fieldsOf(assistant: Assistant): AssistantCreate {
  const { id: _id, orgId: _orgId, createdAt: _created, updatedAt: _updated, ...fields } = assistant;
  return fields;
}
