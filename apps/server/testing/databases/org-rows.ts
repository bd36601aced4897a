import { randomUUID } from 'node:crypto';
import { eq, getTableColumns, getTableName, is } from 'drizzle-orm';
import { type AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../../src/platform/database/database.ts';
import * as platformTables from '../../src/platform/database/platform-tables.ts';
import * as schema from '../../src/platform/database/schema.ts';

type OrgTable = PgTable & { readonly orgId: AnyPgColumn };
type Row = Record<string, unknown>;

/** Every table whose rows are an organisation's, those first that others refer to. */
const orgTables: readonly OrgTable[] = Object.values<unknown>({ ...schema, ...platformTables })
  .filter((value): value is OrgTable => is(value, PgTable) && 'orgId' in value)
  .sort((one, other) => parents(other) - parents(one));

function parents(table: PgTable): number {
  return ['assistant', 'test_suite', 'campaign', 'call'].includes(getTableName(table)) ? 1 : 0;
}

/** What a column's check or reader asks for. */
const VALUES: Record<string, Row> = {
  call: {
    type: 'webCall',
    status: 'ended',
    messages: [],
    endedAt: new Date(),
    endedReason: 'customer-ended-call',
  },
  campaign: { status: 'ended', body: { name: 'x', customers: [] } },
  chat: { body: { messages: [], input: [], output: [] } },
  credential: { provider: 'openai' },
  file: { status: 'done' },
  log: { type: 'API' },
  org_member: { role: 'viewer' },
  recording: { type: 'cloud', status: 'finished' },
  room: { privacy: 'public', config: {} },
  session: { status: 'active' },
  test_suite_run: { status: 'completed' },
  token: { kind: 'private', role: 'viewer' },
};

export interface OrgRows {
  /** By the name of the table. */
  readonly ids: Readonly<Record<string, string>>;
  /** Everything of the org, to be compared. */
  dump(): Promise<string>;
}

/** Puts a row into every table that an organisation has, with `mark` in every text that is free. */
export async function addOrgRows(db: Database, orgId: string, mark: string): Promise<OrgRows> {
  const ids: Record<string, string> = { org: orgId, app_user: randomUUID() };
  const now = new Date();
  await db.insert(platformTables.userTable).values({
    id: ids.app_user ?? '',
    email: `${mark}@school.example`.toLowerCase(),
    fullName: mark,
    createdAt: now,
    updatedAt: now,
  });
  for (const table of orgTables) {
    const name = getTableName(table);
    const row: Row = { ...fillColumns(table, mark, ids), ...marked(VALUES[name], mark), orgId };
    // What a room is found by.
    if (name === 'room') row.name = row.id;
    await db.insert(table as PgTable).values(row);
    const { id } = row;
    if (typeof id === 'string') ids[name] = id;
  }
  return {
    ids,
    async dump() {
      const all: Row = {};
      for (const table of orgTables) {
        const name = getTableName(table);
        const rows = await db
          .select()
          .from(table as PgTable)
          .where(eq(table.orgId, orgId));
        // The log grows with the org's own requests, some time after them.
        all[name] = name === 'log' ? rows.filter(({ id }) => id === ids.log) : rows;
      }
      return JSON.stringify(all, null, 1);
    },
  };
}

function marked(values: Row = {}, mark: string): Row {
  const { body } = values;
  if (typeof body !== 'object') return values;
  return { ...values, body: { ...body, name: mark } };
}

function fillColumns(table: PgTable, mark: string, ids: Record<string, string>): Row {
  const columns = Object.entries(getTableColumns(table));
  return Object.fromEntries(
    columns.flatMap(([key, column]) => {
      const parent = ids[column.name.replace(/_id$/, '')] ?? ids[USERS[column.name] ?? ''];
      if (column.name.endsWith('_id') && parent !== undefined) return [[key, parent]];
      if (column.hasDefault || !column.notNull) return [];
      return [[key, sampleValue(column.columnType, mark)]];
    }),
  );
}

const USERS: Record<string, string> = { user_id: 'app_user' };

function sampleValue(type: string, mark: string): unknown {
  switch (type) {
    case 'PgUUID':
      return randomUUID();
    case 'PgTimestamp':
      return new Date();
    case 'PgJsonb':
      return { name: mark };
    case 'PgInteger':
    case 'PgBigInt53':
    case 'PgDoublePrecision':
      return 1;
    case 'PgBoolean':
      return false;
    case 'PgCustomColumn':
      return Buffer.from(mark);
    default:
      return `${mark}-${randomUUID()}`;
  }
}
