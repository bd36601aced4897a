import type {
  Artifact,
  ArtifactPlan,
  AssistantCreate,
  AssistantOverrides,
  CallMessage,
  CallStatus,
  EndReason,
} from '@kindling/protocol';
import { sql } from 'drizzle-orm';
import { boolean, check, index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

// Milliseconds, so that what a client reads can be sent back as a filter and compare equal.
const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
const created = {
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
};

export const orgTable = pgTable('org', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  ...created,
});

export const tokenTable = pgTable(
  'token',
  {
    id: uuid('id').primaryKey(),
    orgId: uuid('org_id')
      .notNull()
      .references(() => orgTable.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<'public' | 'private'>().notNull(),
    name: text('name').notNull(),
    /** SHA-256 of the key, hex. */
    hash: text('hash').notNull().unique(),
    /** The key itself, for public keys alone: pages carry it anyway. */
    plain: text('plain'),
    /** Origins besides the server's own that may use a public key. */
    allowedOrigins: jsonb('allowed_origins').$type<string[]>().notNull().default([]),
    /** Null: every assistant of the org. */
    allowedAssistantIds: jsonb('allowed_assistant_ids').$type<string[]>(),
    /** Whether a public key may bring an assistant of its own in the request. */
    allowTransientAssistant: boolean('allow_transient_assistant').notNull().default(false),
    expiresAt: moment('expires_at'),
    revokedAt: moment('revoked_at'),
    ...created,
  },
  (table) => [
    index('token_org').on(table.orgId),
    check('token_kind', sql`${table.kind} in ('public', 'private')`),
    check('token_plain', sql`${table.kind} = 'public' or ${table.plain} is null`),
  ],
);

export const assistantTable = pgTable(
  'assistant',
  {
    id: uuid('id').primaryKey(),
    orgId: uuid('org_id')
      .notNull()
      .references(() => orgTable.id, { onDelete: 'cascade' }),
    /** Every field but the four below, as the caller gave it. */
    body: jsonb('body').$type<AssistantCreate>().notNull(),
    ...created,
  },
  (table) => [
    index('assistant_org_created').on(table.orgId, table.createdAt.desc(), table.id.desc()),
  ],
);

export const callTable = pgTable(
  'call',
  {
    id: uuid('id').primaryKey(),
    orgId: uuid('org_id')
      .notNull()
      .references(() => orgTable.id, { onDelete: 'cascade' }),
    tokenId: uuid('token_id').references(() => tokenTable.id, { onDelete: 'set null' }),
    type: text('type').$type<'webCall'>().notNull(),
    status: text('status').$type<CallStatus>().notNull(),
    name: text('name'),
    /** Not a reference: a call outlives its assistant. */
    assistantId: uuid('assistant_id'),
    assistant: jsonb('assistant').$type<AssistantCreate>(),
    assistantOverrides: jsonb('assistant_overrides').$type<AssistantOverrides>(),
    webCallUrl: text('web_call_url'),
    artifactPlan: jsonb('artifact_plan').$type<ArtifactPlan>(),
    metadata: jsonb('metadata').$type<Record<string, unknown>>(),
    messages: jsonb('messages').$type<CallMessage[]>().notNull().default([]),
    artifact: jsonb('artifact').$type<Artifact>(),
    startedAt: moment('started_at'),
    endedAt: moment('ended_at'),
    endedReason: text('ended_reason').$type<EndReason>(),
    endedMessage: text('ended_message'),
    ...created,
  },
  (table) => [
    index('call_org_created').on(table.orgId, table.createdAt.desc(), table.id.desc()),
    index('call_org_updated').on(table.orgId, table.updatedAt.desc()),
    index('call_org_assistant').on(table.orgId, table.assistantId, table.createdAt.desc()),
    index('call_open').on(table.status).where(sql`${table.status} <> 'ended'`),
    check(
      'call_ended',
      sql`(${table.status} = 'ended') = (${table.endedReason} is not null and ${table.endedAt} is not null)`,
    ),
  ],
);
