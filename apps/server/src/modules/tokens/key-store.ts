import type {
  ApiToken,
  ListQuery,
  TokenCreate,
  TokenRestrictions,
  TokenUpdate,
} from '@kindling/protocol';
import { and, desc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { lockOrg } from '../../platform/database/lock-org.ts';
import { assistantTable, tokenTable } from '../../platform/database/schema.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { badField } from '../../platform/errors/bad-field.ts';
import { preconditionFailed } from '../references/entity-tag.ts';
import { listFilters } from '../references/list-filters.ts';
import { readKeyRow } from './read-key-row.ts';
import { createTokenStore } from './token-store.ts';

type Row = typeof tokenTable.$inferSelect;

/** The keys of an org, as its admins manage them. What was revoked is not there. */
export interface KeyStore {
  create(orgId: string, form: TokenCreate): Promise<ApiToken>;
  list(orgId: string, query: ListQuery): Promise<ApiToken[]>;
  get(orgId: string, id: string): Promise<ApiToken>;
  update(orgId: string, id: string, form: TokenUpdate, ifMatch: string | null): Promise<ApiToken>;
  revoke(orgId: string, id: string, ifMatch: string | null): Promise<ApiToken>;
}

const table = tokenTable;

export function createKeyStore(db: Database): KeyStore {
  return {
    async create(orgId, form) {
      const { tag = 'private', name, restrictions = {}, role, expiresAt } = form;
      if (tag === 'public' && role !== undefined) throw badField('role', PUBLIC_HAS_NO_ROLE);
      await checkAssistants(db, orgId, restrictions);
      const { token, key } = await createTokenStore(db).create({
        ...restrictions,
        orgId,
        kind: tag,
        name: name ?? (tag === 'public' ? 'Public key' : 'Private key'),
        ...(role === undefined ? {} : { role }),
        expiresAt: expiresAt ? new Date(expiresAt) : null,
      });
      return { ...readKeyRow(token), value: key };
    },
    async list(orgId, query) {
      const rows = await db
        .select()
        .from(table)
        .where(and(eq(table.orgId, orgId), isNull(table.revokedAt), ...listFilters(query, table)))
        .orderBy(desc(table.createdAt), desc(table.id))
        .limit(query.limit);
      return rows.map(readKeyRow);
    },
    async get(orgId, id) {
      return readKeyRow(await find(db, orgId, id));
    },
    async update(orgId, id, form, ifMatch) {
      await checkAssistants(db, orgId, form.restrictions ?? {});
      return change(db, { orgId, id, ifMatch }, (row) => changesOf(row, form));
    },
    revoke: (orgId, id, ifMatch) =>
      change(db, { orgId, id, ifMatch }, () => ({ revokedAt: new Date() })),
  };
}

async function find(db: Database, orgId: string, id: string): Promise<Row> {
  const [row] = await db
    .select()
    .from(table)
    .where(and(eq(table.orgId, orgId), eq(table.id, id), isNull(table.revokedAt)));
  if (row !== undefined) return row;
  throw new ApiError('not_found', 'There is no key with this id in your organisation.');
}

interface Target {
  readonly orgId: string;
  readonly id: string;
  readonly ifMatch: string | null;
}

/** Undone when it would leave the organisation without a key that can manage it. */
function change(
  db: Database,
  { orgId, id, ifMatch }: Target,
  changes: (row: Row) => Partial<Row>,
): Promise<ApiToken> {
  return db.transaction(async (tx) => {
    // One at a time: two admins could otherwise take away each other's key.
    await lockOrg(tx, orgId);
    const row = await find(tx, orgId, id);
    if (ifMatch !== null && row.updatedAt.getTime() !== Date.parse(ifMatch))
      throw preconditionFailed('key');
    const updatedAt = new Date(Math.max(Date.now(), row.updatedAt.getTime() + 1));
    const [changed] = await tx
      .update(table)
      .set({ ...changes(row), updatedAt })
      .where(eq(table.id, id))
      .returning();
    if (isAdmin(row)) await requireAdminKey(tx, orgId);
    return readKeyRow(changed ?? row);
  });
}

function isAdmin({ kind, role }: Row): boolean {
  return kind === 'private' && role === 'admin';
}

async function requireAdminKey(tx: Database, orgId: string): Promise<void> {
  const [left] = await tx
    .select({ id: table.id })
    .from(table)
    .where(
      and(
        eq(table.orgId, orgId),
        eq(table.kind, 'private'),
        eq(table.role, 'admin'),
        eq(table.enabled, true),
        isNull(table.revokedAt),
        or(isNull(table.expiresAt), gt(table.expiresAt, new Date())),
      ),
    )
    .limit(1);
  if (left === undefined)
    throw new ApiError(
      'conflict',
      'This is the last key of an admin: nobody could manage the organisation without it. Create another one first.',
    );
}

function changesOf(row: Row, form: TokenUpdate): Partial<Row> {
  const { tag, name, role, expiresAt, restrictions = {} } = form;
  if (tag !== undefined && tag !== row.kind)
    throw badField('tag', 'cannot be changed: create another key.');
  if (role !== undefined && row.kind === 'public') throw badField('role', PUBLIC_HAS_NO_ROLE);
  if (role !== undefined && row.userId !== null && role !== row.role)
    throw badField('role', 'is that of the person: change it with PATCH /org/{id}/role.');
  // Fields that are not named are unchanged: leaving out a list must not open a key to everything.
  const named = { name, role, ...restrictions };
  return {
    ...(Object.fromEntries(
      Object.entries(named).filter(([, value]) => value !== undefined),
    ) as Partial<Row>),
    ...(expiresAt === undefined ? {} : { expiresAt: expiresAt ? new Date(expiresAt) : null }),
  };
}

const PUBLIC_HAS_NO_ROLE = 'is for private keys; a public key can only start web calls and chats.';

/** Another org's assistant is as unknown as one that never was. */
async function checkAssistants(
  db: Database,
  orgId: string,
  { allowedAssistantIds = [] }: TokenRestrictions,
): Promise<void> {
  if (allowedAssistantIds.length === 0) return;
  const ids = [...new Set(allowedAssistantIds)];
  const [found] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(assistantTable)
    .where(and(eq(assistantTable.orgId, orgId), inArray(assistantTable.id, ids)));
  if (found?.count !== ids.length)
    throw badField('restrictions.allowedAssistantIds', 'names an assistant that is not there.');
}
