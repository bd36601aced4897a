import type { FieldError } from '@kindling/protocol';
import type { z } from 'zod';
import { ApiError } from '../../errors/api-error.ts';
import { fieldErrors } from '../../errors/field-errors.ts';
import type { AppContext } from '../app-env.ts';
import { findUnstorable } from './unstorable.ts';

/** Media type of the request's body, lower case, without parameters; empty when absent. */
export function mediaType(c: AppContext): string {
  return (c.req.header('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/**
 * Reads a JSON body and checks it against `schema`.
 *
 * @throws 415, `invalid_json` or `bad_request`
 */
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
  const encoding = c.req.header('content-encoding')?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'identity') {
    throw new ApiError(
      'unsupported_media_type',
      'Send the body as it is, without Content-Encoding: packed bodies are not unpacked.',
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
  // A body is looked through as soon as it is read.
  const unstorable = part === 'body' ? null : findUnstorable(value);
  if (unstorable !== null) throw badFields(part, [unstorable]);
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw badFields(part, fieldErrors(parsed.error.issues));
}

export function badFields(part: string, fields: FieldError[]): ApiError {
  const [first] = fields;
  const where = first === undefined || first.path === '' ? `The ${part}` : first.path;
  const more = fields.length > 1 ? ` (and ${fields.length - 1} more)` : '';
  return new ApiError('bad_request', `${where}: ${first?.message ?? 'did not fit.'}${more}`, {
    fields,
  });
}

/**
 * The body as text.
 *
 * @throws `bad_request` when it broke off, `invalid_json` when it is not UTF-8
 */
export async function readText(c: AppContext): Promise<string> {
  return decodeText(await readBytes(c));
}

async function readBytes(c: AppContext): Promise<ArrayBuffer> {
  try {
    return await c.req.arrayBuffer();
  } catch (cause) {
    throw new ApiError('bad_request', 'The body ended before it was complete.', { cause });
  }
}

/** Letters that cannot be read are refused: kept, they would be others than were sent. */
function decodeText(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new ApiError('invalid_json', 'The body is not text in UTF-8. Send it in that encoding.', {
      cause,
    });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ApiError('invalid_json', 'The body is not valid JSON.', { cause });
  }
}
