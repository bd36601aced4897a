import { getTableColumns } from 'drizzle-orm';
import { subscriptionTable } from '../../../platform/database/schema.ts';
import type { AppContext } from '../../../platform/requests/app-env.ts';
import { RestError } from './rest-error.ts';

export const REST_BASE = '/rest/v1';
const SCHEMA = 'public';
const TABLE = 'subscriptions';

/** The table's columns and their types in the database. */
export const tableColumns: ReadonlyMap<string, string> = new Map(
  Object.values(getTableColumns(subscriptionTable)).map((it) => [it.name, it.getSQLType()]),
);

/** Checks that the address names the one table there is, in its schema. */
export function checkTable(c: AppContext): void {
  const name = readName(c.req.path.slice(REST_BASE.length + 1));
  const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
  const schema = c.req.header(isRead ? 'accept-profile' : 'content-profile') ?? SCHEMA;
  if (schema !== SCHEMA) {
    throw new RestError(406, 'PGRST106', `Invalid schema: ${schema.slice(0, 100)}`, {
      hint: `Only the following schemas are exposed: ${SCHEMA}`,
    });
  }
  if (name === TABLE) return;
  throw new RestError(
    404,
    'PGRST205',
    `Could not find the table '${SCHEMA}.${name.slice(0, 100)}' in the schema cache`,
  );
}

function readName(path: string): string {
  if (path === '') throw new RestError(404, 'PGRST126', 'Root endpoint metadata is disabled');
  if (!path.includes('/')) return decode(path);
  const called = /^rpc\/([^/]+)$/.exec(path)?.[1];
  if (called === undefined) {
    throw new RestError(404, 'PGRST125', 'Invalid path specified in request URL');
  }
  const name = decode(called).slice(0, 100);
  throw new RestError(
    404,
    'PGRST202',
    `Could not find the function ${SCHEMA}.${name} in the schema cache`,
  );
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** @throws PGRST204 on a column that the table has not */
export function checkColumns(columns: readonly string[]): void {
  const unknown = columns.find((column) => !tableColumns.has(column));
  if (unknown === undefined) return;
  throw new RestError(
    400,
    'PGRST204',
    `Could not find the '${unknown.slice(0, 100)}' column of '${TABLE}' in the schema cache`,
  );
}
