import { randomUUID } from 'node:crypto';
import type { Org, OrgCreate, OrgUpdate } from '@kindling/protocol';
import { eq, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { lockOrg } from '../../platform/database/lock-org.ts';
import { orgSettingsTable } from '../../platform/database/platform-tables.ts';
import { orgTable } from '../../platform/database/schema.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { preconditionFailed } from '../references/entity-tag.ts';

type Settings = Omit<OrgCreate, 'name'>;

/** Organisations: a name and settings, in a table each. */
export interface OrgStore {
  create(form: OrgCreate): Promise<Org>;
  get(id: string): Promise<Org>;
  /** Sets the named fields; null takes one away. */
  update(id: string, form: OrgUpdate, ifMatch: string | null): Promise<Org>;
  remove(id: string): Promise<Org>;
  /** The same in a transaction. */
  within(tx: Database): OrgStore;
}

const DEFAULT_NAME = 'Organisation';

export function createOrgStore(db: Database): OrgStore {
  const get = async (id: string): Promise<Org> => {
    const [row] = await db
      .select({ org: orgTable, settings: orgSettingsTable.body })
      .from(orgTable)
      .leftJoin(orgSettingsTable, eq(orgSettingsTable.orgId, orgTable.id))
      .where(eq(orgTable.id, id));
    if (row === undefined) throw unknownOrg();
    const { createdAt, updatedAt, name } = row.org;
    return {
      ...(row.settings as Settings | null),
      id,
      name,
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
    };
  };
  return {
    get,
    create: ({ name = DEFAULT_NAME, ...settings }) =>
      db.transaction(async (tx) => {
        const now = new Date();
        const id = randomUUID();
        await tx.insert(orgTable).values({ id, name, createdAt: now, updatedAt: now });
        await writeSettings(tx, id, settings);
        return createOrgStore(tx).get(id);
      }),
    update: (id, { name, ...settings }, ifMatch) =>
      db.transaction(async (tx) => {
        const row = await lockOrg(tx, id);
        if (row === undefined) throw unknownOrg();
        if (ifMatch !== null && row.updatedAt.getTime() !== Date.parse(ifMatch))
          throw preconditionFailed('organisation');
        const updatedAt = new Date(Math.max(Date.now(), row.updatedAt.getTime() + 1));
        await tx
          .update(orgTable)
          .set({ name: name ?? row.name, updatedAt })
          .where(eq(orgTable.id, id));
        await writeSettings(tx, id, settings);
        return createOrgStore(tx).get(id);
      }),
    async remove(id) {
      const org = await get(id);
      await db.delete(orgTable).where(eq(orgTable.id, id));
      return org;
    },
    within: (tx) => createOrgStore(tx),
  };
}

async function writeSettings(tx: Database, orgId: string, settings: Settings): Promise<void> {
  const fields = Object.entries(settings);
  if (fields.length === 0) return;
  const set = Object.fromEntries(fields.filter(([, value]) => value !== null));
  const gone = fields.filter(([, value]) => value === null).map(([name]) => name);
  const merged = sql`${orgSettingsTable.body} || ${JSON.stringify(set)}::jsonb`;
  const body = gone.reduce((left, name) => sql`(${left}) - ${name}::text`, merged);
  await tx
    .insert(orgSettingsTable)
    .values({ orgId, body: set })
    .onConflictDoUpdate({ target: orgSettingsTable.orgId, set: { body } });
}

export function unknownOrg(): ApiError {
  return new ApiError('not_found', 'This key belongs to no organisation with this id.');
}
