import { randomUUID } from 'node:crypto';
import {
  type ListQuery,
  type Page,
  PHONE_NUMBER_SECRETS,
  type PhoneNumber,
  type PhoneNumberCreate,
  type PhoneNumberPageQuery,
  type PhoneNumberUpdate,
} from '@kindling/protocol';
import { and, eq, ne, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { campaignTable, phoneNumberTable } from '../../platform/database/platform-tables.ts';
import { sqlState } from '../../platform/database/sql-state.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { badField } from '../../platform/errors/bad-field.ts';
import { canOpen } from '../../platform/secrets/can-open.ts';
import type { Vault } from '../../platform/secrets/vault.ts';
import { type Change, createResourceStore, readResource } from '../references/resource-store.ts';
import { checkReferences } from './check-references.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Phone numbers of an org, and who answers them; the carriers' secrets are sealed. */
export interface PhoneNumberStore {
  create(orgId: string, form: PhoneNumberCreate): Promise<PhoneNumber>;
  list(orgId: string, query: ListQuery): Promise<PhoneNumber[]>;
  page(orgId: string, query: PhoneNumberPageQuery): Promise<Page<PhoneNumber>>;
  get(orgId: string, id: string): Promise<PhoneNumber>;
  update(orgId: string, id: string, form: PhoneNumberUpdate, change: Change): Promise<PhoneNumber>;
  remove(orgId: string, id: string, change: Change): Promise<PhoneNumber>;
}

const UNIQUE_VIOLATION = '23505';

export function createPhoneNumberStore(db: Database, vault: Vault): PhoneNumberStore {
  const store = createResourceStore<PhoneNumber, Fields>(db, {
    table: phoneNumberTable,
    name: 'phone number',
    // None rings while there is no telephony: to say "active" would be wrong.
    read: (row) => ({ ...readResource(row), status: 'activating' }) as unknown as PhoneNumber,
  });
  const seal = (secret: Fields, id: string) =>
    Object.keys(secret).length === 0 ? null : vault.seal(JSON.stringify(secret), id);

  return {
    list: store.list,
    page: (orgId, query) => store.page(orgId, query, { filters: searched(query.search) }),
    get: store.get,
    async create(orgId, form) {
      await checkReferences(db, orgId, form);
      const { open, secret } = split(form);
      const id = randomUUID();
      return rejectDuplicate(store.create(orgId, open, { id, sealed: seal(secret, id) }));
    },
    update: (orgId, id, form, change) =>
      db.transaction(async (tx) => {
        const [row] = await tx
          .select()
          .from(phoneNumberTable)
          .where(and(eq(phoneNumberTable.orgId, orgId), eq(phoneNumberTable.id, id)))
          .for('update');
        const before = await store.within(tx).get(orgId, id);
        if (form.provider !== undefined && form.provider !== before.provider)
          throw badField('provider', `cannot be changed: this number is of ${before.provider}.`);
        await checkReferences(tx, orgId, { ...form, provider: before.provider });
        const { open, secret } = split(form);
        if (Object.keys(secret).length === 0)
          return rejectDuplicate(store.within(tx).update(orgId, id, open, change));
        // Of a key that is lost: what is entered again takes the place of what cannot be read.
        const kept: Fields =
          row?.sealed && canOpen(vault, row.sealed, id)
            ? JSON.parse(vault.open(row.sealed, id))
            : {};
        const columns = { sealed: seal({ ...kept, ...secret }, id) };
        return rejectDuplicate(store.within(tx).update(orgId, id, open, { ...change, columns }));
      }),
    remove: (orgId, id, change) =>
      db.transaction(async (tx) => {
        await store.within(tx).get(orgId, id);
        await rejectWhereCalledFrom(tx, orgId, id);
        return store.within(tx).remove(orgId, id, change);
      }),
  };
}

/** What may be read again, and what may not. */
function split(form: Fields): { open: Fields; secret: Fields } {
  const isSecret = ([field]: [string, unknown]) =>
    PHONE_NUMBER_SECRETS.some((secret) => secret === field);
  const entries = Object.entries(form).filter(
    ([field, value]) => value !== undefined && field !== 'status',
  );
  return {
    open: Object.fromEntries(entries.filter((entry) => !isSecret(entry))),
    secret: Object.fromEntries(entries.filter(isSecret)),
  };
}

/** Of the few numbers of an organisation, all are looked at. */
function searched(text: string | undefined): SQL[] {
  if (text === undefined) return [];
  const fields = ['name', 'number', 'sipUri'].map(
    (field) => sql`coalesce(${phoneNumberTable.body} ->> ${field}, '')`,
  );
  return [sql`position(lower(${text}) in lower(${sql.join(fields, sql` || ' ' || `)})) > 0`];
}

async function rejectDuplicate<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing;
  } catch (error) {
    if (sqlState(error) !== UNIQUE_VIOLATION) throw error;
    const message = 'your organisation has a phone number with these digits already.';
    throw new ApiError('conflict', `number: ${message}`, { fields: [{ path: 'number', message }] });
  }
}

async function rejectWhereCalledFrom(tx: Database, orgId: string, id: string): Promise<void> {
  const [campaign] = await tx
    .select({ id: campaignTable.id })
    .from(campaignTable)
    .where(
      and(
        eq(campaignTable.orgId, orgId),
        ne(campaignTable.status, 'ended'),
        sql`${campaignTable.body} ->> 'phoneNumberId' = ${id}`,
      ),
    )
    .limit(1);
  if (campaign === undefined) return;
  throw new ApiError(
    'conflict',
    `Campaign ${campaign.id} calls from this phone number. End or delete it first.`,
  );
}
