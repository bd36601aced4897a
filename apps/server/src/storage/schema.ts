import type {
  Artifact,
  ArtifactPlan,
  AssistantCreate,
  AssistantOverrides,
  CallMessage,
  CallStatus,
  EndReason,
} from '@kindling/protocol';
import type { ContactForm } from '@kindling/protocol/contact-form';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

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

/** Addresses left in the footer. Its rights and its row-level security are in the migration. */
export const subscriptionTable = pgTable(
  'subscriptions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    email: text('email').notNull(),
    source: text('source').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('subscriptions_email').on(sql`lower(${table.email})`, table.source),
    index('subscriptions_created').on(table.createdAt, table.id),
  ],
);

/** Contact forms, sent where the scheduling widget could not load. */
export const contactRequestTable = pgTable(
  'contact_request',
  {
    id: uuid('id').primaryKey(),
    form: jsonb('form').$type<ContactForm>().notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [index('contact_request_created').on(table.createdAt, table.id)],
);

/**
 * Demo calls. That two confirmed ones of a host never overlap, buffers included, is an exclusion
 * constraint in the migration.
 */
export const bookingTable = pgTable(
  'booking',
  {
    id: uuid('id').primaryKey(),
    /** A number and not a name: so the exclusion constraint needs no extension. */
    hostId: integer('host_id').notNull(),
    status: text('status').$type<'confirmed' | 'cancelled'>().notNull(),
    startsAt: moment('starts_at').notNull(),
    endsAt: moment('ends_at').notNull(),
    /** The call with the buffers before and after it. */
    blockedFrom: moment('blocked_from').notNull(),
    blockedUntil: moment('blocked_until').notNull(),
    /** The day in the host's zone, for the daily cap. */
    hostDate: date('host_date').notNull(),
    hostTimeZone: text('host_time_zone').notNull(),
    timeZone: text('time_zone').notNull(),
    /** What the visitor typed. */
    details: jsonb('details').$type<BookingDetails>().notNull(),
    cancelReason: text('cancel_reason'),
    /** Of the calendar entry: grows with each change. */
    sequence: integer('sequence').notNull().default(0),
    /** SHA-256 of the secret that manages this booking, hex. */
    manageTokenHash: text('manage_token_hash').notNull().unique(),
    /** SHA-256 of the visitor's key, hex: with the same request it answers the secret again. */
    idempotencyKey: text('idempotency_key').notNull().unique(),
    /** SHA-256 of the request that made this booking, hex. */
    requestHash: text('request_hash').notNull(),
    ...created,
  },
  (table) => [
    index('booking_host_day').on(table.hostId, table.hostDate),
    index('booking_created').on(table.createdAt, table.id),
    check('booking_status', sql`${table.status} in ('confirmed', 'cancelled')`),
    check(
      'booking_order',
      sql`${table.blockedFrom} <= ${table.startsAt} and ${table.startsAt} < ${table.endsAt} and ${table.endsAt} <= ${table.blockedUntil}`,
    ),
  ],
);

export interface BookingDetails {
  readonly name: string;
  readonly email: string;
  readonly institution: string;
  readonly serviceOfInterest: string;
  readonly note: string;
  readonly utm?: Readonly<Record<string, string>>;
}

/** Mail that is owed: written with the change that causes it, sent after, repeated until it left. */
export const mailTable = pgTable(
  'mail',
  {
    id: uuid('id').primaryKey(),
    message: jsonb('message').$type<MailMessage>().notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** Null once it left or was given up. */
    nextAttemptAt: moment('next_attempt_at'),
    sentAt: moment('sent_at'),
    lastError: text('last_error'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('mail_due').on(table.nextAttemptAt).where(sql`${table.nextAttemptAt} is not null`),
  ],
);

export interface MailMessage {
  readonly to: { readonly name: string; readonly address: string };
  readonly replyTo?: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  /** A calendar entry that travels with it; `method` is the METHOD of its content. */
  readonly calendar?: { readonly method: 'REQUEST' | 'CANCEL'; readonly content: string };
}
