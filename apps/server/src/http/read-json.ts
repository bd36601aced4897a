import type { FieldError } from '@kindling/protocol';
import type { z } from 'zod';
import { ApiError } from './api-error.ts';
import type { AppContext } from './app-env.ts';
import { findUnstorable } from './unstorable.ts';

/** Media type of the request's body, lower case, without parameters; empty when absent. */
export function mediaType(c: AppContext): string {
  return (c.req.header('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** Reads a JSON body and checks it against `schema`. Throws 415, `invalid_json` or `bad_request`. */
export async function readJson<S extends z.ZodType>(
  c: AppContext,
  schema: S,
): Promise<z.output<S>> {
  if (!/^application\/(?:[\w.-]+\+)?json$/.test(mediaType(c))) {
    throw new ApiError(
      'unsupported_media_type',
      'Send the body as JSON, with the header Content-Type: application/json.',
    );
  }
  const value = parseJson(await readText(c));
  const unstorable = findUnstorable(value);
  if (unstorable !== null) throw badFields('body', [unstorable]);
  return parseWith(schema, value, 'body');
}

/** Checks `value`; throws `bad_request` naming every field that did not fit. */
export function parseWith<S extends z.ZodType>(
  schema: S,
  value: unknown,
  part: 'body' | 'query' | 'path',
): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw badFields(
    part,
    parsed.error.issues.map((issue) => ({
      path: issue.path.map(String).join('.'),
      message: issue.message,
    })),
  );
}

function badFields(part: string, fields: FieldError[]): ApiError {
  const [first] = fields;
  const where = first === undefined || first.path === '' ? `The ${part}` : first.path;
  const more = fields.length > 1 ? ` (and ${fields.length - 1} more)` : '';
  return new ApiError('bad_request', `${where}: ${first?.message ?? 'did not fit.'}${more}`, {
    fields,
  });
}

async function readText(c: AppContext): Promise<string> {
  try {
    return await c.req.text();
  } catch (cause) {
    throw new ApiError('bad_request', 'The body ended before it was complete.', { cause });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ApiError('invalid_json', 'The body is not valid JSON.', { cause });
  }
}
