import type { OperationName } from '@kindling/protocol';
import { is, SQL } from 'drizzle-orm';
import {
  type AnyPgColumn,
  getTableConfig,
  PgColumn,
  PgDialect,
  type PgTable,
} from 'drizzle-orm/pg-core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { operationNames, operationOf, tableOf } from '../../../testing/requests/sample-request.ts';
import { tableNameOf, tablesByName } from '../../platform/database/resource-tables.ts';

/** What every list has: its ends, its order, and the times. */
const GENERAL = /^(limit|page|pageState|sortOrder|sortBy|cursor|(created|updated)At(Gt|Lt|Ge|Le))$/;

const customer = '"customer" jsonb_path_ops';
const sessionCustomer = `("body" -> 'customer') jsonb_path_ops`;

/** What a filter is about where neither a column nor a field of the rows has its name. */
const OTHERWISE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  call: {
    successEvaluation: `left("analysis" ->> 'successEvaluation', 500)`,
    number: customer,
    extension: customer,
    sipUri: customer,
    name: customer,
    email: customer,
    externalId: customer,
  },
  session: {
    customerNumberAny: `("body" -> 'customer' ->> 'number')`,
    number: sessionCustomer,
    extension: sessionCustomer,
    sipUri: sessionCustomer,
    email: sessionCustomer,
    externalId: sessionCustomer,
  },
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
const leadsTo = (indexes: readonly string[][], isWanted: (indexed: string) => boolean) =>
  indexes.some(
    ([first = '', second = '']) => isWanted(first) || (first === 'org_id' && isWanted(second)),
  );

/** Whether an index is about a filter: about the column, or the field in the body, of its name. */
function isAbout(resource: string, filter: string): (indexed: string) => boolean {
  const otherwise = OTHERWISE[resource]?.[filter];
  if (otherwise !== undefined) return (indexed) => indexed === otherwise;
  const field = filter.replace(/(Any|Ge|Le)$/, '');
  const column = field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return (indexed) => indexed === column || indexed.endsWith(` ->> '${field}')`);
}

describe('lists of the table of operations', () => {
  const listed = operationNames.filter((name) => {
    const shape = shapeOf(name);
    return shape.includes('createdAtGt') && !IN_MEMORY.includes(name);
  });

  it('are found', () => {
    expect(listed.length).toBeGreaterThan(25);
  });

  it.each(listed)('%s has an index for each order and each filter', (name) => {
    const operation = operationOf(name);
    const table = tablesByName.get(tableNameOf(operation.resource));
    if (table === undefined) throw new Error(`${operation.resource} has no table`);
    const indexes = indexesOf(table);
    const has = (column: string) => leadsTo(indexes, (indexed) => indexed === column);
    expect(['created_at', 'updated_at'].filter((time) => !has(time))).toEqual([]);
    // What a row is listed under, besides the organisation.
    const under = tableOf(operation);
    if (under !== null) expect([under, has(`${under}_id`)]).toEqual([under, true]);
    const own = shapeOf(name).filter(
      (field) => !GENERAL.test(field) && !NOT_FILTERS.includes(field),
    );
    const without = own.filter((field) => !leadsTo(indexes, isAbout(operation.resource, field)));
    expect(without).toEqual([]);
  });
});

function shapeOf(name: OperationName): string[] {
  const { method, query } = operationOf(name);
  return method === 'GET' && query instanceof z.ZodObject ? Object.keys(query.shape) : [];
}
