import { sql } from 'drizzle-orm';
import { type AnyPgColumn, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { orgTable } from './schema.ts';
import { type Body, instant, listed } from './table-parts.ts';

/** For each thing that logs are narrowed by; most entries have none of them. */
function logIndexes(table: Record<LogIndexColumn, AnyPgColumn>) {
  const of = (name: string, column: AnyPgColumn) =>
    index(`log_org_${name}`)
      .on(table.orgId, column, table.createdAt, table.id)
      .where(sql`${column} is not null`);
  return [
    of('call', table.callId),
    of('assistant', table.assistantId),
    of('phone_number', table.phoneNumberId),
    of('squad', table.squadId),
    of('customer', table.customerId),
    of('webhook', table.webhookType),
    of('resource', table.resource),
  ];
}

type LogIndexColumn =
  | 'orgId'
  | 'createdAt'
  | 'id'
  | 'callId'
  | 'assistantId'
  | 'phoneNumberId'
  | 'squadId'
  | 'customerId'
  | 'webhookType'
  | 'resource';

/** What happened: requests to the API, webhooks sent, calls, providers. */
export const logTable = pgTable(
  'log',
  {
    id: uuid('id').primaryKey(),
    orgId: uuid('org_id')
      .notNull()
      .references(() => orgTable.id, { onDelete: 'cascade' }),
    type: text('type').$type<'API' | 'Webhook' | 'Call' | 'Provider'>().notNull(),
    /** When it happened. */
    createdAt: instant('created_at').notNull(),
    /** The same: an entry never changes. */
    updatedAt: instant('updated_at').notNull(),
    callId: uuid('call_id'),
    assistantId: uuid('assistant_id'),
    phoneNumberId: uuid('phone_number_id'),
    squadId: uuid('squad_id'),
    customerId: text('customer_id'),
    webhookType: text('webhook_type'),
    resource: text('resource'),
    body: jsonb('body').$type<Body>().notNull(),
  },
  (table) => [
    ...listed('log', table),
    index('log_org_type').on(table.orgId, table.type, table.createdAt, table.id),
    ...logIndexes(table),
  ],
);
