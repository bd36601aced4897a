import { randomUUID } from 'node:crypto';
import {
  type Credential,
  type CredentialCreate,
  type CredentialProvider,
  type CredentialUpdate,
  credentialCreateSchema,
  type ListQuery,
} from '@kindling/protocol';
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import { credentialTable } from '../../platform/database/platform-tables.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { badField } from '../../platform/errors/bad-field.ts';
import { parseWith } from '../../platform/requests/bodies/read-json.ts';
import { canOpen } from '../../platform/secrets/can-open.ts';
import { VaultError } from '../../platform/secrets/create-vault.ts';
import type { Vault } from '../../platform/secrets/vault.ts';
import { type Change, createResourceStore } from '../references/resource-store.ts';
import { changeCredential, joinSecrets, splitSecrets } from './secret-fields.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A credential with its secrets, to be used and never answered or logged. */
export interface OpenedCredential {
  readonly id: string;
  readonly provider: CredentialProvider;
  readonly fields: Fields;
}

/** Credentials of organisations. Their secrets are sealed, each to its own row. */
export interface CredentialStore {
  create(orgId: string, form: CredentialCreate): Promise<Credential>;
  list(orgId: string, query: ListQuery): Promise<Credential[]>;
  get(orgId: string, id: string): Promise<Credential>;
  update(orgId: string, id: string, form: CredentialUpdate, change: Change): Promise<Credential>;
  remove(orgId: string, id: string, change: Change): Promise<Credential>;
  /**
   * Null when the org has none with this id.
   *
   * @throws `not_configured` when this server's key is another
   */
  open(orgId: string, id: string): Promise<OpenedCredential | null>;
  /** The newest of a provider, of those that are named by their ids where there are such. */
  openFor(
    orgId: string,
    provider: CredentialProvider,
    named?: readonly string[],
  ): Promise<OpenedCredential | null>;
  /** Of these ids, those that are none of the org's. */
  unknown(orgId: string, ids: readonly string[]): Promise<string[]>;
  /** Of an account that was connected, by the service's name for the connection. */
  hasConnection(orgId: string, provider: CredentialProvider, id: string): Promise<boolean>;
  /** Which providers the org has credentials of. */
  providers(orgId: string): Promise<CredentialProvider[]>;
}

type Row = typeof credentialTable.$inferSelect;

export function createCredentialStore(db: Database, vault: Vault): CredentialStore {
  const table = credentialTable;
  const storeOn = (handle: Database) =>
    createResourceStore<Credential, CredentialCreate>(handle, { table, name: 'credential' });
  const store = storeOn(db);

  const { columns, readSecret, isReadable, opened } = createSealing(vault);
  const ofProvider = (orgId: string, provider: string) =>
    and(eq(table.orgId, orgId), eq(table.provider, provider));

  return {
    async create(orgId, form) {
      const { open, secret } = splitSecrets(withoutServerFields(form));
      const id = randomUUID();
      return store.create(orgId, open as CredentialCreate, { id, ...columns(id, open, secret) });
    },
    list: (orgId, query) => store.list(orgId, query),
    get: (orgId, id) => store.get(orgId, id),
    update: (orgId, id, form, change) =>
      db.transaction(async (tx) => {
        const held = storeOn(tx);
        const [row] = await tx
          .select()
          .from(table)
          .where(and(eq(table.orgId, orgId), eq(table.id, id)))
          .for('update');
        if (row === undefined) return held.get(orgId, id);
        // Sealed with a lost key: re-entering the secrets must not require the old ones.
        const isEnteredAgain =
          Object.keys(splitSecrets(withoutServerFields(form)).secret).length > 0;
        const secret = isEnteredAgain && !isReadable(row) ? {} : readSecret(row);
        const before = { open: row.body, secret };
        const whole = changeCredential(before, {
          ...withoutServerFields(form),
          provider: checkProvider(form.provider, row.provider),
        });
        // The whole must be one that could have been created.
        const after = splitSecrets(parseWith(credentialCreateSchema, whole, 'body'));
        return held.replace(orgId, id, after.open as CredentialCreate, {
          ...change,
          columns: columns(id, after.open, after.secret),
        });
      }),
    remove: (orgId, id, change) => store.remove(orgId, id, change),
    async open(orgId, id) {
      const [row] = await db
        .select()
        .from(table)
        .where(and(eq(table.orgId, orgId), eq(table.id, id)));
      return opened(row);
    },
    async openFor(orgId, provider, named = []) {
      const ids = named.filter(isUuid);
      const [row] = await db
        .select()
        .from(table)
        .where(ofProvider(orgId, provider))
        .orderBy(
          ...(ids.length === 0 ? [] : [desc(inArray(table.id, ids))]),
          desc(table.createdAt),
          desc(table.id),
        )
        .limit(1);
      return opened(row);
    },
    async unknown(orgId, ids) {
      const possible = ids.filter(isUuid);
      const found = await db
        .select({ id: table.id })
        .from(table)
        .where(and(eq(table.orgId, orgId), inArray(table.id, possible)));
      const known = new Set(found.map(({ id }) => id));
      return ids.filter((id) => !known.has(id.toLowerCase()));
    },
    async hasConnection(orgId, provider, id) {
      const found = await db
        .select({ id: table.id })
        .from(table)
        .where(and(ofProvider(orgId, provider), sql`${table.body} ->> 'authorizationId' = ${id}`))
        .limit(1);
      return found.length > 0;
    },
    async providers(orgId) {
      const rows = await db
        .selectDistinct({ provider: table.provider })
        .from(table)
        .where(eq(table.orgId, orgId));
      return rows.map(({ provider }) => provider as CredentialProvider);
    },
  };
}

/** What is sealed of a credential. */
function createSealing(vault: Vault) {
  /** Columns of a credential beside what may be shown of it. */
  const columns = (id: string, form: Fields, secret: Fields) => ({
    provider: form.provider,
    name: form.name ?? null,
    sealed: vault.seal(JSON.stringify(secret), id),
  });
  const readSecret = (row: Row): Fields => {
    try {
      return JSON.parse(vault.open(row.sealed, row.id));
    } catch (error) {
      if (!(error instanceof VaultError)) throw error;
      throw new ApiError('not_configured', error.message, { cause: error });
    }
  };
  const isReadable = (row: Row) => canOpen(vault, row.sealed, row.id);
  const opened = (row: Row | undefined): OpenedCredential | null =>
    row === undefined
      ? null
      : {
          id: row.id,
          provider: row.provider as CredentialProvider,
          fields: joinSecrets(row.body, readSecret(row)),
        };
  return { columns, readSecret, isReadable, opened };
}

const isUuid = (id: string) => z.uuid().safeParse(id).success;

function checkProvider(given: string | undefined, stored: string): string {
  if (given === undefined || given === stored) return stored;
  throw badField('provider', `is ${stored} and cannot be changed. Create another credential.`);
}

/** Clients send these back with what they have read; here they would be taken for secrets. */
function withoutServerFields(form: Fields): Record<string, unknown> {
  const { id: _id, orgId: _org, createdAt: _created, updatedAt: _updated, ...fields } = form;
  return fields;
}
