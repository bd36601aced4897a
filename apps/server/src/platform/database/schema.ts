import type {
  Artifact,
  ArtifactPlan,
  AssistantCreate,
  AssistantOverrides,
  CallCost,
  CallStatus,
  CallType,
  EndReason,
  NoticeAcceptance,
  RecordedTrack,
  RecordingStatus,
  Role,
} from '@kindling/protocol';
import type { ContactForm } from '@kindling/protocol/contact-form';
import type { RoomConfig } from '@kindling/protocol/room';
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  doublePrecision,
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
const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
const created = {
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
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
    /** The key's last characters, so that people can tell keys apart; null for older ones. */
    hint: text('hint'),
    /** Switched off for a while; unlike revoked, that can be undone. */
    enabled: boolean('enabled').notNull().default(true),
    /** Origins besides the server's own that may use a public key. */
    allowedOrigins: jsonb('allowed_origins').$type<string[]>().notNull().default([]),
    /** Null: every assistant of the org. */
    allowedAssistantIds: jsonb('allowed_assistant_ids').$type<string[]>(),
    /** Whether a public key may bring an assistant of its own in the request. */
    allowTransientAssistant: boolean('allow_transient_assistant').notNull().default(false),
    /** Whose models such an assistant may use beside the one of this machine. */
    allowedModelProviders: jsonb('allowed_model_providers').$type<string[]>().notNull().default([]),
    /** Minutes of calls a day (UTC); null: as many as wanted. */
    dailyMinutes: integer('daily_minutes'),
    /** Requests to models a day (UTC); null: as many as wanted. */
    dailyModelRequests: integer('daily_model_requests'),
    /** Of a private key: what it may do. */
    role: text('role').$type<Role>().notNull().default('admin'),
    /** Whose it is; null: the organisation's own. Not a reference: users are made later. */
    userId: uuid('user_id'),
    expiresAt: instant('expires_at'),
    revokedAt: instant('revoked_at'),
    ...created,
  },
  (table) => [
    index('token_org_created').on(table.orgId, table.createdAt, table.id),
    index('token_org_updated').on(table.orgId, table.updatedAt),
    index('token_user').on(table.userId).where(sql`${table.userId} is not null`),
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
    index('assistant_org_created').on(table.orgId, table.createdAt, table.id),
    index('assistant_org_updated').on(table.orgId, table.updatedAt),
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
    type: text('type').$type<CallType>().notNull(),
    status: text('status').$type<CallStatus>().notNull(),
    name: text('name'),
    /** Not a reference: a call outlives its assistant. */
    assistantId: uuid('assistant_id'),
    assistant: jsonb('assistant').$type<AssistantCreate>(),
    assistantOverrides: jsonb('assistant_overrides').$type<AssistantOverrides>(),
    squadId: uuid('squad_id'),
    squad: jsonb('squad').$type<Record<string, unknown>>(),
    workflowId: uuid('workflow_id'),
    workflow: jsonb('workflow').$type<Record<string, unknown>>(),
    phoneNumberId: uuid('phone_number_id'),
    sessionId: uuid('session_id'),
    campaignId: uuid('campaign_id'),
    /** Who was called, or said to be; see the customer of a call. */
    customer: jsonb('customer').$type<Record<string, unknown>>(),
    noticeAcceptance: jsonb('notice_acceptance').$type<NoticeAcceptance>(),
    /** Of the conversation, in US dollars; what runs on this machine costs nothing. */
    cost: doublePrecision('cost'),
    /** What it had of providers elsewhere; null: nothing. */
    costs: jsonb('costs').$type<CallCost[]>(),
    analysis: jsonb('analysis').$type<Record<string, unknown>>(),
    webCallUrl: text('web_call_url'),
    artifactPlan: jsonb('artifact_plan').$type<ArtifactPlan>(),
    metadata: jsonb('metadata').$type<Record<string, unknown>>(),
    artifact: jsonb('artifact').$type<Artifact>(),
    startedAt: instant('started_at'),
    endedAt: instant('ended_at'),
    endedReason: text('ended_reason').$type<EndReason>(),
    endedMessage: text('ended_message'),
    /** Whose it is while it goes on: a row of `node`; null: of a server without others. Not a reference. */
    nodeId: integer('node_id'),
    /** Grows with each claim: who held it before writes nothing any more. */
    epoch: integer('epoch').notNull().default(0),
    /** By which its visitor reaches it. */
    roomName: text('room_name'),
    /** Whether it counts for its organisation's limit, where there are several nodes. */
    hasSlot: boolean('has_slot').notNull().default(false),
    /** A keyed hash of its visitor's network while it goes on, where there are several nodes: their calls are counted. */
    visitorHash: text('visitor_hash'),
    ...created,
  },
  (table) => [
    ...callIndexes(table),
    index('call_open').on(table.status).where(sql`${table.status} <> 'ended'`),
    index('call_open_org').on(table.orgId).where(sql`${table.status} <> 'ended'`),
    index('call_room').on(table.roomName).where(sql`${table.roomName} is not null`),
    check(
      'call_ended',
      sql`(${table.status} = 'ended') = (${table.endedReason} is not null and ${table.endedAt} is not null)`,
    ),
  ],
);

/**
 * One for each way calls are listed, narrowed or cleared away. All ascending: read backwards they
 * give "newest first" as PostgreSQL sorts it, which an index made with DESC NULLS LAST does not.
 */
function callIndexes(table: Record<CallIndexColumn, AnyPgColumn>) {
  const newest = [table.createdAt, table.id] as const;
  const of = (name: string, column: AnyPgColumn) =>
    index(name)
      .on(table.orgId, column, ...newest)
      .where(sql`${column} is not null`);
  return [
    index('call_org_created').on(table.orgId, ...newest),
    index('call_org_updated').on(table.orgId, table.updatedAt),
    of('call_org_assistant', table.assistantId),
    of('call_org_phone_number', table.phoneNumberId),
    of('call_org_ended_reason', table.endedReason),
    of('call_org_campaign', table.campaignId),
    of('call_org_session', table.sessionId),
    index('call_org_cost').on(table.orgId, table.cost),
    index('call_org_success')
      .on(table.orgId, sql`left(${table.analysis} ->> 'successEvaluation', 500)`, ...newest)
      .where(sql`${table.analysis} is not null`),
    index('call_customer')
      .using('gin', sql`${table.customer} jsonb_path_ops`)
      .where(sql`${table.customer} is not null`),
    // A call that a crash ended has no artifact, but perhaps lines.
    index('call_transcribed')
      .on(table.orgId, table.endedAt)
      .where(
        sql`${table.artifact} is not null or ${table.endedReason} = 'kindling.server-crashed'`,
      ),
  ];
}

type CallIndexColumn =
  | 'orgId'
  | 'createdAt'
  | 'id'
  | 'updatedAt'
  | 'assistantId'
  | 'phoneNumberId'
  | 'endedReason'
  | 'campaignId'
  | 'sessionId'
  | 'cost'
  | 'analysis'
  | 'customer'
  | 'artifact'
  | 'endedAt';

/** Rooms that people meet in; the rooms of calls are not stored. */
export const roomTable = pgTable(
  'room',
  {
    id: uuid('id').primaryKey(),
    orgId: uuid('org_id')
      .notNull()
      .references(() => orgTable.id, { onDelete: 'cascade' }),
    /** Of the whole server, as the room's url carries nothing else. */
    name: text('name').notNull().unique(),
    privacy: text('privacy').$type<'public' | 'private'>().notNull(),
    config: jsonb('config').$type<RoomConfig>().notNull(),
    ...created,
  },
  (table) => [
    index('room_org_created').on(table.orgId, table.createdAt, table.id),
    index('room_org_updated').on(table.orgId, table.updatedAt),
    check('room_privacy', sql`${table.privacy} in ('public', 'private')`),
  ],
);

/** What was recorded in rooms; the files are in the blob folder, in one of the recording's id. */
export const recordingTable = pgTable(
  'recording',
  {
    id: uuid('id').primaryKey(),
    orgId: uuid('org_id')
      .notNull()
      .references(() => orgTable.id, { onDelete: 'cascade' }),
    roomName: text('room_name').notNull(),
    meetingId: text('meeting_id').notNull(),
    /** Not a reference: a recording outlives its call's entry. */
    callId: uuid('call_id'),
    instanceId: text('instance_id').notNull(),
    type: text('type').$type<'cloud' | 'raw-tracks'>().notNull(),
    status: text('status').$type<RecordingStatus>().notNull(),
    startedBy: text('started_by').notNull(),
    startedAt: instant('started_at').notNull(),
    /** Ms. */
    duration: integer('duration'),
    file: jsonb('file').$type<{ readonly name: string; readonly size: number }>(),
    tracks: jsonb('tracks').$type<RecordedTrack[]>().notNull().default([]),
    errorMessage: text('error_message'),
    /** What LiveKit calls it, where LiveKit Egress makes it. */
    egressId: text('egress_id'),
    /** Whose it is while it is open; see the node of a call. */
    nodeId: integer('node_id'),
    ...created,
  },
  (table) => [
    index('recording_org_created').on(table.orgId, table.createdAt, table.id),
    index('recording_call').on(table.callId).where(sql`${table.callId} is not null`),
    index('recording_org_started').on(table.orgId, table.startedAt),
    index('recording_org_updated').on(table.orgId, table.updatedAt),
    index('recording_org_room').on(table.orgId, table.roomName, table.createdAt, table.id),
    index('recording_open')
      .on(table.status)
      .where(sql`${table.status} in ('recording', 'processing')`),
    check('recording_type', sql`${table.type} in ('cloud', 'raw-tracks')`),
    check(
      'recording_status',
      sql`${table.status} in ('recording', 'processing', 'finished', 'failed')`,
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
    createdAt: instant('created_at').notNull().defaultNow(),
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
    createdAt: instant('created_at').notNull(),
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
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    /** The call with the buffers before and after it. */
    blockedFrom: instant('blocked_from').notNull(),
    blockedUntil: instant('blocked_until').notNull(),
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

/** Mail, and what came of it: written with the change that causes it, sent by the job with its id. */
export const mailTable = pgTable('mail', {
  id: uuid('id').primaryKey(),
  message: jsonb('message').$type<MailMessage>().notNull(),
  attempts: integer('attempts').notNull().default(0),
  sentAt: instant('sent_at'),
  lastError: text('last_error'),
  createdAt: instant('created_at').notNull(),
});

export interface MailMessage {
  readonly to: { readonly name: string; readonly address: string };
  readonly replyTo?: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  /** A calendar entry that travels with it; `method` is the METHOD of its content. */
  readonly calendar?: { readonly method: 'REQUEST' | 'CANCEL'; readonly content: string };
}
