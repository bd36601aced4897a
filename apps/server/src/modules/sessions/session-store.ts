import type {
  ChatMessage,
  Page,
  Session,
  SessionCreate,
  SessionListQuery,
  SessionUpdate,
} from '@kindling/protocol';
import { and, desc, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { sessionTable as table } from '../../platform/database/platform-tables.ts';
import { containsFields, filtersOf } from '../references/query-filters.ts';
import {
  type Change,
  createResourceStore,
  type ResourceRow,
  readResource,
} from '../references/resource-store.ts';
import { customerKey } from './customer-key.ts';

/** A day, as published. */
const EXPIRATION_SECONDS = 86_400;

type Row = typeof table.$inferSelect;

/** What a chat or a call leaves in its session. */
export interface SessionAddition {
  readonly messages: readonly ChatMessage[];
  /** Who took over from whom since the session began; left out: as before. */
  readonly handoffs?: readonly string[];
}

export interface OwnSession {
  /** Promised before the session is stored. */
  readonly id?: string;
  /** A page said who the customer is: nobody finds the session by that. */
  readonly claimed?: boolean;
}

export interface SessionStore {
  create(orgId: string, form: SessionCreate, own?: OwnSession): Promise<Session>;
  page(orgId: string, query: SessionListQuery): Promise<Page<Session>>;
  /** @throws `not_found` */
  get(orgId: string, id: string): Promise<Session>;
  update(orgId: string, id: string, form: SessionUpdate, change?: Change): Promise<Session>;
  remove(orgId: string, id: string, change?: Change): Promise<Session>;
  /** The newest session of a customer with an assistant that is still open. */
  findOpen(orgId: string, assistantId: string, customerKey: string): Promise<Session | null>;
  /** Appends to its messages, safely under concurrent appends; does nothing when the session is gone. */
  append(orgId: string, id: string, addition: SessionAddition): Promise<void>;
  within(tx: Database): SessionStore;
}

/** Sessions; one past its time reads as completed. */
export function createSessionStore(db: Database, now: () => number): SessionStore {
  const read = (row: ResourceRow) => readSession(row as Row, now());
  const store = createResourceStore<Session, object>(db, { table, name: 'session', read });
  const expiry = (seconds: number) => new Date(now() + seconds * 1_000);
  return {
    get: store.get,
    remove: store.remove,
    create(orgId, form, { id, claimed = false } = {}) {
      const { status = 'active', expirationSeconds = EXPIRATION_SECONDS, ...fields } = form;
      const { artifact: _, ...own } = fields;
      const body = { ...own, expirationSeconds, messages: form.messages ?? [] };
      return store.create(orgId, body, {
        ...(id === undefined ? {} : { id }),
        assistantId: form.assistantId ?? null,
        workflowId: form.workflowId ?? null,
        name: form.name ?? null,
        customerKey: claimed ? null : customerKey(form.customer),
        status,
        expiresAt: expiry(expirationSeconds),
      });
    },
    page: (orgId, query) => store.page(orgId, query, { filters: sessionFilters(query) }),
    async update(orgId, id, form, change) {
      const { status, ...fields } = form;
      const prolonged = status === 'active' || form.expirationSeconds !== undefined;
      const seconds = form.expirationSeconds ?? (await store.get(orgId, id)).expirationSeconds;
      const columns = {
        ...(status === undefined ? {} : { status }),
        ...(form.name === undefined ? {} : { name: form.name }),
        ...(prolonged ? { expiresAt: expiry(seconds) } : {}),
      };
      // What was made of words goes with them.
      const artifact = form.messages?.length === 0 ? { artifact: null } : {};
      return store.update(
        orgId,
        id,
        { ...fields, ...artifact },
        { ifMatch: null, ...change, columns },
      );
    },
    async findOpen(orgId, assistantId, key) {
      const [row] = await db
        .select()
        .from(table)
        .where(
          and(
            eq(table.orgId, orgId),
            eq(table.customerKey, key),
            eq(table.assistantId, assistantId),
            eq(table.status, 'active'),
            gt(table.expiresAt, new Date(now())),
          ),
        )
        .orderBy(desc(table.createdAt))
        .limit(1);
      return row === undefined ? null : read(row);
    },
    async append(orgId, id, { messages, handoffs }) {
      const longer = sql`jsonb_set(${table.body}, '{messages}', coalesce(${table.body} -> 'messages', '[]'::jsonb) || ${JSON.stringify(messages)}::jsonb)`;
      const body: SQL =
        handoffs === undefined ? longer : sql`${longer} || ${JSON.stringify({ handoffs })}::jsonb`;
      const stamp = new Date().toISOString();
      await db
        .update(table)
        .set({
          body,
          updatedAt: sql`greatest(${stamp}::timestamptz, ${table.updatedAt} + interval '1 millisecond')`,
        })
        .where(and(eq(table.orgId, orgId), eq(table.id, id)));
    },
    within: (tx) => createSessionStore(tx, now),
  };
}

/** The conditions of a list query that are its own. */
export function sessionFilters(query: SessionListQuery): SQL[] {
  const phoneNumberId = sql`(${table.body} ->> 'phoneNumberId')`;
  return [
    ...filtersOf([
      [table.id, query.id],
      [table.id, query.idAny],
      [table.name, query.name],
      [table.assistantId, query.assistantId],
      [table.assistantId, query.assistantIdAny],
      [sql`(${table.body} ->> 'squadId')`, query.squadId],
      [table.workflowId, query.workflowId],
      [phoneNumberId, query.phoneNumberId],
      [phoneNumberId, query.phoneNumberIdAny],
      [sql`(${table.body} -> 'customer' ->> 'number')`, query.customerNumberAny],
    ]),
    ...containsFields(sql`(${table.body} -> 'customer')`, query, CUSTOMER_FIELDS),
  ];
}

const CUSTOMER_FIELDS = ['number', 'extension', 'sipUri', 'email', 'externalId'] as const;

function readSession(row: Row, now: number): Session {
  const expired = row.expiresAt.getTime() <= now;
  return {
    ...readResource(row),
    status: expired ? 'completed' : row.status,
  } as Session;
}
