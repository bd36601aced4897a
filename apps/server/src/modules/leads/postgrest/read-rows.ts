import { isFields } from '../../../platform/errors/is-fields.ts';
import type { AppContext } from '../../../platform/requests/app-env.ts';
import { mediaType } from '../../../platform/requests/bodies/read-json.ts';
import { findUnstorable } from '../../../platform/requests/bodies/unstorable.ts';
import { RestError } from './rest-error.ts';

/** Rows to insert, by column. */
export interface GivenRows {
  readonly columns: readonly string[];
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

/**
 * Reads one row or a list of rows, as JSON or as a form. The columns are those of `?columns=`, or the
 * keys, which must then be the same in every row.
 *
 * @throws PGRST102 on what is no row
 */
export async function readRows(c: AppContext): Promise<GivenRows> {
  const value = await readBody(c);
  const rows = Array.isArray(value) ? value : [value];
  if (!rows.every(isFields)) throw refuse('Empty or invalid json');
  if (findUnstorable(rows) !== null || rows.some(holdsMoreThanText)) {
    throw refuse('Empty or invalid json', 'A column of text was given something else.');
  }
  const named = c.req.query('columns');
  if (named !== undefined) return { columns: readNames(named), rows };
  const columns = Object.keys(rows[0] ?? {});
  if (rows.every((row) => hasKeys(row, columns))) return { columns, rows };
  throw refuse('All object keys must match');
}

async function readBody(c: AppContext): Promise<unknown> {
  const type = mediaType(c);
  const isForm = type === 'application/x-www-form-urlencoded';
  if (!isForm && !/^(?:application\/(?:[\w.-]+\+)?json)?$/.test(type)) {
    throw refuse(`Content-Type not acceptable: ${type.slice(0, 100)}`);
  }
  try {
    const text = await c.req.text();
    return isForm ? Object.fromEntries(new URLSearchParams(text)) : JSON.parse(text);
  } catch (cause) {
    throw refuse('Empty or invalid json', null, cause);
  }
}

/** `"email","source"`, with or without the quotes. */
function readNames(list: string): string[] {
  const names = list.match(/"(?:[^"]|"")*"|[^,"]+/g) ?? [];
  const bare = names.map((name) =>
    name
      .trim()
      .replace(/^"(.*)"$/s, '$1')
      .replaceAll('""', '"'),
  );
  return [...new Set(bare)];
}

function holdsMoreThanText(row: Record<string, unknown>): boolean {
  return Object.values(row).some((value) => typeof value === 'object' && value !== null);
}

function hasKeys(row: Record<string, unknown>, keys: readonly string[]): boolean {
  return Object.keys(row).length === keys.length && keys.every((key) => Object.hasOwn(row, key));
}

function refuse(message: string, details: string | null = null, cause?: unknown): RestError {
  return new RestError(400, 'PGRST102', message, { details, cause });
}
