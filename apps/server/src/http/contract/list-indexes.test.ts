import { type OperationName, operations } from '@kindling/protocol';
import { is, SQL } from 'drizzle-orm';
import {
  type AnyPgColumn,
  getTableConfig,
  PgColumn,
  PgDialect,
  type PgTable,
} from 'drizzle-orm/pg-core';
import { describe, expect, it } from 'vitest';
import * as platform from '../../platform/database/platform-tables.ts';
import {
  assistantTable,
  callTable,
  recordingTable,
  roomTable,
  tokenTable,
} from '../../platform/database/schema.ts';

/** What every list has: its ends, its order, and the times. */
const GENERAL = /^(limit|page|pageState|sortOrder|sortBy|cursor|(created|updated)At(Gt|Lt|Ge|Le))$/;

interface List {
  readonly table: PgTable;
  /** The column, or the expression of an index, that each filter is about. */
  readonly filters?: Readonly<Record<string, string>>;
  /** What a row is listed under, besides the organisation. */
  readonly under?: string;
}

const customer = '"customer" jsonb_path_ops';
const calls = {
  id: 'id',
  idAny: 'id',
  assistantId: 'assistant_id',
  phoneNumberId: 'phone_number_id',
  cost: 'cost',
  costGe: 'cost',
  costLe: 'cost',
  endedReason: 'ended_reason',
  successEvaluation: `left("analysis" ->> 'successEvaluation', 500)`,
  number: customer,
  extension: customer,
  sipUri: customer,
  name: customer,
  email: customer,
  externalId: customer,
};
const logs = {
  type: 'type',
  assistantId: 'assistant_id',
  phoneNumberId: 'phone_number_id',
  customerId: 'customer_id',
  squadId: 'squad_id',
  callId: 'call_id',
  webhookType: 'webhook_type',
  resource: 'resource',
};
const sessionCustomer = `("body" -> 'customer') jsonb_path_ops`;
const campaigns = { id: 'id', status: 'status' };

/** Every list of the table of operations, with where it is read. */
const LISTS: Partial<Record<OperationName, List>> = {
  'assistant.list': { table: assistantTable },
  'assistant.page': { table: assistantTable },
  'call.list': { table: callTable, filters: calls },
  'call.page': { table: callTable, filters: calls },
  'call.pageMetadata': { table: callTable, filters: calls },
  'call.export': { table: callTable, filters: calls },
  'campaign.list': { table: platform.campaignTable, filters: campaigns },
  'campaign.listPaginated': { table: platform.campaignTable, filters: campaigns },
  'chat.list': {
    table: platform.chatTable,
    filters: {
      id: 'id',
      idAny: 'id',
      assistantId: 'assistant_id',
      assistantIdAny: 'assistant_id',
      workflowId: 'workflow_id',
      sessionId: 'session_id',
      previousChatId: 'previous_chat_id',
      squadId: `("body" ->> 'squadId')`,
    },
  },
  'credential.list': { table: platform.credentialTable },
  'file.list': { table: platform.fileTable, filters: { purpose: `("body" ->> 'purpose')` } },
  'knowledgeBase.list': { table: platform.knowledgeBaseTable },
  'log.list': { table: platform.logTable, filters: logs },
  'logs.list': { table: platform.logTable, filters: logs },
  'phoneNumber.list': { table: platform.phoneNumberTable },
  'phoneNumber.page': { table: platform.phoneNumberTable },
  'recording.list': {
    table: recordingTable,
    filters: { roomName: 'room_name', callId: 'call_id' },
  },
  'room.list': { table: roomTable },
  'session.list': {
    table: platform.sessionTable,
    filters: {
      id: 'id',
      idAny: 'id',
      name: 'name',
      workflowId: 'workflow_id',
      assistantId: 'assistant_id',
      assistantIdAny: 'assistant_id',
      squadId: `("body" ->> 'squadId')`,
      phoneNumberId: `("body" ->> 'phoneNumberId')`,
      phoneNumberIdAny: `("body" ->> 'phoneNumberId')`,
      customerNumberAny: `("body" -> 'customer' ->> 'number')`,
      number: sessionCustomer,
      extension: sessionCustomer,
      sipUri: sessionCustomer,
      email: sessionCustomer,
      externalId: sessionCustomer,
    },
  },
  'squad.list': { table: platform.squadTable, filters: { idAny: 'id' } },
  'template.list': {
    table: platform.templateTable,
    filters: {
      collectionId: `("body" -> 'metadata' ->> 'collectionId')`,
      visibility: `("body" ->> 'visibility')`,
      provider: `("body" ->> 'provider')`,
    },
  },
  'testSuite.list': { table: platform.testSuiteTable },
  'testSuiteRun.list': { table: platform.testSuiteRunTable, under: 'test_suite_id' },
  'testSuiteTest.list': { table: platform.testSuiteTestTable, under: 'test_suite_id' },
  'token.list': { table: tokenTable },
  'tool.list': { table: platform.toolTable },
  'workflow.list': { table: platform.workflowTable },
};
/** Narrowed where they are: in the voices of one provider, of which there are some hundred. */
const IN_MEMORY: readonly string[] = ['voiceLibrary.list'];
/** Not of a table, or of the few rows of an organisation, or not in the query: rows of the table that the list names itself. */
const NOT_FILTERS: readonly string[] = ['columns', 'async', 'numberE164CheckEnabled', 'search'];

const dialect = new PgDialect();

/** The columns and expressions of each index, as SQL without the table's name. */
function indexesOf(table: PgTable): string[][] {
  const { indexes, name, columns } = getTableConfig(table);
  const written = indexes.map(({ config }) =>
    config.columns.map((column) => {
      if (is(column, SQL)) return dialect.sqlToQuery(column).sql.replaceAll(`"${name}".`, '');
      return 'name' in column ? String(column.name) : '';
    }),
  );
  const keys = columns.filter((column) => is(column, PgColumn) && (column as AnyPgColumn).primary);
  return [...written, ...keys.map((column) => [column.name])];
}

/** Whether an index leads to what is asked for at once, within the organisation or within everything. */
const leadsTo = (indexes: readonly string[][], wanted: string) =>
  indexes.some(([first, second]) => first === wanted || (first === 'org_id' && second === wanted));

describe('lists of the table of operations', () => {
  const listed = (Object.keys(operations) as OperationName[]).filter((name) => {
    const shape = shapeOf(name);
    return shape.includes('createdAtGt') && !IN_MEMORY.includes(name);
  });

  it('are all here', () => {
    expect(Object.keys(LISTS).toSorted()).toEqual(listed.toSorted());
  });

  it.each(listed)('%s has an index for each order and each filter', (name) => {
    const { table, filters = {}, under } = LISTS[name] ?? {};
    if (table === undefined) throw new Error('not in the table of this test');
    const indexes = indexesOf(table);
    const orders = ['created_at', 'updated_at'].filter((time) => !leadsTo(indexes, time));
    expect(orders).toEqual([]);
    if (under !== undefined) expect(leadsTo(indexes, under)).toBe(true);
    const own = shapeOf(name).filter(
      (field) => !GENERAL.test(field) && !NOT_FILTERS.includes(field),
    );
    const without = own.filter((field) => !leadsTo(indexes, filters[field] ?? `no ${field}`));
    expect(without).toEqual([]);
  });
});

function shapeOf(name: OperationName): string[] {
  const operation = operations[name];
  if (operation.method !== 'GET' || !('query' in operation)) return [];
  const { query } = operation;
  return 'shape' in query ? Object.keys(query.shape) : [];
}
