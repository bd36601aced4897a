import type { Role } from '@kindling/protocol';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { assistantTable, orgTable } from './schema.ts';
import { type Body, bytes, instant, listed, stored } from './table-parts.ts';

export { logTable } from './log-table.ts';

export const toolTable = pgTable('tool', stored(), (table) => listed('tool', table));
export const phoneNumberTable = pgTable(
  'phone_number',
  {
    ...stored(),
    /** The carrier's secrets as JSON, sealed; nothing of them is in `body`. */
    sealed: bytes('sealed'),
  },
  (table) => [
    ...listed('phone_number', table),
    uniqueIndex('phone_number_number').on(table.orgId, sql`(${table.body} ->> 'number')`),
    index('phone_number_assistant').on(table.orgId, sql`(${table.body} ->> 'assistantId')`),
  ],
);
export const knowledgeBaseTable = pgTable('knowledge_base', stored(), (t) =>
  listed('knowledge_base', t),
);
export const workflowTable = pgTable('workflow', stored(), (table) => listed('workflow', table));
export const squadTable = pgTable('squad', stored(), (table) => listed('squad', table));
export const supportTicketTable = pgTable('support_ticket', stored(), (t) =>
  listed('support_ticket', t),
);
export const structuredOutputTable = pgTable('structured_output', stored(), (table) => [
  ...listed('structured_output', table),
  index('structured_output_name').on(
    table.orgId,
    sql`(${table.body} ->> 'name')`,
    table.createdAt,
    table.id,
  ),
]);
export const testSuiteTable = pgTable('test_suite', stored(), (t) => listed('test_suite', t));

/** Every state an assistant has had, the newest included. */
export const assistantVersionTable = pgTable(
  'assistant_version',
  {
    ...stored(),
    assistantId: uuid('assistant_id')
      .notNull()
      .references(() => assistantTable.id, { onDelete: 'cascade' }),
    number: integer('number').notNull(),
  },
  (table) => [
    uniqueIndex('assistant_version_number').on(table.assistantId, table.number),
    index('assistant_version_org').on(table.orgId, table.assistantId, table.number),
  ],
);

/** What is known of files; their content is in the blob folder, under the key in the body. */
export const fileTable = pgTable('file', stored(), (table) => [
  ...listed('file', table),
  index('file_org_purpose').on(
    table.orgId,
    sql`(${table.body} ->> 'purpose')`,
    table.createdAt,
    table.id,
  ),
]);

export const credentialTable = pgTable(
  'credential',
  {
    ...stored(),
    provider: text('provider').notNull(),
    name: text('name'),
    /** The secret fields as JSON, sealed; nothing of them is in `body`. */
    sealed: bytes('sealed').notNull(),
  },
  (table) => [
    ...listed('credential', table),
    index('credential_provider').on(table.orgId, table.provider),
  ],
);

export const templateTable = pgTable(
  'template',
  { ...stored(), pinned: boolean('pinned').notNull().default(false) },
  (table) => [
    ...listed('template', table),
    index('template_pinned').on(table.orgId, table.createdAt).where(sql`${table.pinned}`),
    index('template_collection').on(
      table.orgId,
      sql`(${table.body} -> 'metadata' ->> 'collectionId')`,
      table.createdAt,
    ),
    index('template_visibility').on(
      table.orgId,
      sql`(${table.body} ->> 'visibility')`,
      table.createdAt,
    ),
    index('template_provider').on(
      table.orgId,
      sql`(${table.body} ->> 'provider')`,
      table.createdAt,
    ),
  ],
);

export const voiceTable = pgTable(
  'voice',
  {
    ...stored(),
    provider: text('provider').notNull(),
    providerId: text('provider_id').notNull(),
  },
  (table) => [uniqueIndex('voice_provider').on(table.orgId, table.provider, table.providerId)],
);

export const sessionTable = pgTable(
  'session',
  {
    ...stored(),
    assistantId: uuid('assistant_id'),
    workflowId: uuid('workflow_id'),
    name: text('name'),
    /** Which of the customer's addresses, and the address; null: nobody in particular. */
    customerKey: text('customer_key'),
    status: text('status').$type<'active' | 'completed'>().notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    ...listed('session', table),
    index('session_org_assistant').on(table.orgId, table.assistantId, table.createdAt, table.id),
    index('session_org_workflow').on(table.orgId, table.workflowId, table.createdAt, table.id),
    index('session_org_squad').on(
      table.orgId,
      sql`(${table.body} ->> 'squadId')`,
      table.createdAt,
      table.id,
    ),
    index('session_org_phone_number').on(
      table.orgId,
      sql`(${table.body} ->> 'phoneNumberId')`,
      table.createdAt,
      table.id,
    ),
    index('session_customer_number').on(
      table.orgId,
      sql`(${table.body} -> 'customer' ->> 'number')`,
      table.createdAt,
      table.id,
    ),
    index('session_customer').using('gin', sql`(${table.body} -> 'customer') jsonb_path_ops`),
    index('session_org_name').on(table.orgId, table.name, table.createdAt, table.id),
    index('session_org_customer')
      .on(table.orgId, table.customerKey, table.createdAt)
      .where(sql`${table.customerKey} is not null`),
  ],
);

export const chatTable = pgTable(
  'chat',
  {
    ...stored(),
    assistantId: uuid('assistant_id'),
    workflowId: uuid('workflow_id'),
    sessionId: uuid('session_id'),
    previousChatId: uuid('previous_chat_id'),
  },
  (table) => [
    ...listed('chat', table),
    index('chat_org_session').on(table.orgId, table.sessionId, table.createdAt, table.id),
    index('chat_org_workflow').on(table.orgId, table.workflowId, table.createdAt, table.id),
    index('chat_org_squad').on(
      table.orgId,
      sql`(${table.body} ->> 'squadId')`,
      table.createdAt,
      table.id,
    ),
    index('chat_org_previous').on(table.orgId, table.previousChatId, table.createdAt, table.id),
    index('chat_org_assistant').on(table.orgId, table.assistantId, table.createdAt, table.id),
  ],
);

export const campaignTable = pgTable(
  'campaign',
  {
    ...stored(),
    status: text('status').$type<'scheduled' | 'in-progress' | 'ended'>().notNull(),
    endedReason: text('ended_reason'),
  },
  (table) => [
    ...listed('campaign', table),
    index('campaign_org_status').on(table.orgId, table.status, table.createdAt),
  ],
);

/** One customer of a campaign, and what came of calling them. */
export const campaignCallTable = pgTable(
  'campaign_call',
  {
    campaignId: uuid('campaign_id')
      .notNull()
      .references(() => campaignTable.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    customer: jsonb('customer').$type<Body>().notNull(),
    status: text('status')
      .$type<'scheduled' | 'queued' | 'in-progress' | 'ended' | 'failed' | 'cancelled'>()
      .notNull(),
    /** Of the call, which is given it before it exists. */
    callId: uuid('call_id').notNull(),
    reason: text('reason'),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.campaignId, table.position] }),
    index('campaign_call_status').on(table.campaignId, table.status, table.position),
  ],
);

export const testSuiteTestTable = pgTable(
  'test_suite_test',
  {
    ...stored(),
    testSuiteId: uuid('test_suite_id')
      .notNull()
      .references(() => testSuiteTable.id, { onDelete: 'cascade' }),
  },
  (table) => [
    ...listed('test_suite_test', table),
    index('test_suite_test_suite').on(table.testSuiteId, table.createdAt),
  ],
);

export const testSuiteRunTable = pgTable(
  'test_suite_run',
  {
    ...stored(),
    testSuiteId: uuid('test_suite_id')
      .notNull()
      .references(() => testSuiteTable.id, { onDelete: 'cascade' }),
    status: text('status').$type<'queued' | 'in-progress' | 'completed' | 'failed'>().notNull(),
  },
  (table) => [
    ...listed('test_suite_run', table),
    index('test_suite_run_suite').on(table.testSuiteId, table.createdAt),
  ],
);

export const evalTable = pgTable('eval', stored(), (table) => listed('eval', table));

export const evalRunTable = pgTable(
  'eval_run',
  {
    ...stored(),
    /** Null: the eval was brought along. Runs are kept when it is deleted. */
    evalId: uuid('eval_id'),
    status: text('status').$type<'queued' | 'running' | 'ended'>().notNull(),
  },
  (table) => [
    ...listed('eval_run', table),
    index('eval_run_org_eval').on(table.orgId, table.evalId, table.createdAt, table.id),
    index('eval_run_open').on(table.orgId).where(sql`${table.status} <> 'ended'`),
  ],
);

/** Settings of an org beside its name. */
export const orgSettingsTable = pgTable('org_settings', {
  orgId: uuid('org_id')
    .primaryKey()
    .references(() => orgTable.id, { onDelete: 'cascade' }),
  body: jsonb('body').$type<Body>().notNull(),
});

/** How long an org keeps transcripts, recordings and logs, in days; null: until they are deleted by request. */
export const retentionTable = pgTable('retention', {
  orgId: uuid('org_id')
    .primaryKey()
    .references(() => orgTable.id, { onDelete: 'cascade' }),
  transcriptDays: integer('transcript_days'),
  recordingDays: integer('recording_days'),
  logDays: integer('log_days'),
  updatedAt: instant('updated_at').notNull(),
});

export const userTable = pgTable(
  'app_user',
  {
    id: uuid('id').primaryKey(),
    email: text('email').notNull(),
    fullName: text('full_name'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [uniqueIndex('app_user_email').on(sql`lower(${table.email})`)],
);

export const memberTable = pgTable(
  'org_member',
  {
    orgId: uuid('org_id')
      .notNull()
      .references(() => orgTable.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => userTable.id, { onDelete: 'cascade' }),
    role: text('role').$type<Role>().notNull(),
    /** SHA-256 of the invitation's code, hex; null once it was accepted. */
    inviteHash: text('invite_hash').unique(),
    inviteExpiresAt: instant('invite_expires_at'),
    acceptedAt: instant('accepted_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.userId] }),
    index('org_member_user').on(table.userId),
    check('org_member_role', sql`${table.role} in ('admin', 'editor', 'viewer')`),
  ],
);

/** Creations that were asked for under an Idempotency-Key. */
export const idempotencyTable = pgTable(
  'idempotency',
  {
    /** SHA-256 of org, token, operation and key, hex. */
    id: text('id').primaryKey(),
    orgId: uuid('org_id')
      .notNull()
      .references(() => orgTable.id, { onDelete: 'cascade' }),
    requestHash: text('request_hash').notNull(),
    /**
     * Null while the first request is under way; `raw`: it was no JSON, and is not kept;
     * `interrupted`: the server stopped during it.
     */
    answer: jsonb('answer').$type<
      | { readonly result: unknown }
      | { readonly sealed: string }
      | { readonly raw: true }
      | { readonly interrupted: true }
    >(),
    /** Who carries it out; see the node of a call. */
    nodeId: integer('node_id'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('idempotency_created').on(table.createdAt),
    // For what is deleted: the answer that made it goes, too.
    index('idempotency_answered')
      .on(table.orgId, sql`(${table.answer} -> 'result' ->> 'id')`)
      .where(sql`${table.answer} is not null`),
  ],
);

/** Work that outlives a request and a restart. */
export const jobTable = pgTable(
  'job',
  {
    id: uuid('id').primaryKey(),
    /** Null: the server's own. */
    orgId: uuid('org_id').references(() => orgTable.id, { onDelete: 'cascade' }),
    kind: text('kind').notNull(),
    /** Of its kind, one that waits, and one that runs; null: any number. */
    uniqueKey: text('unique_key'),
    payload: jsonb('payload').$type<Body>().notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** Held by a worker, until `dueAt`. */
    running: boolean('running').notNull().default(false),
    /** Whose worker has it. Null: nobody's, or that of a server without others. */
    nodeId: integer('node_id'),
    /** Null once it is done or was given up. */
    dueAt: instant('due_at'),
    finishedAt: instant('finished_at'),
    lastError: text('last_error'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('job_due').on(table.dueAt).where(sql`${table.dueAt} is not null`),
    uniqueIndex('job_unique')
      .on(table.kind, table.uniqueKey)
      .where(
        sql`${table.dueAt} is not null and ${table.uniqueKey} is not null and not ${table.running}`,
      ),
    index('job_running').on(table.kind, table.uniqueKey).where(sql`${table.running}`),
    index('job_finished').on(table.finishedAt),
    index('job_call')
      .on(table.orgId, sql`(${table.payload} ->> 'callId')`)
      .where(sql`${table.payload} ->> 'callId' is not null`),
  ],
);
