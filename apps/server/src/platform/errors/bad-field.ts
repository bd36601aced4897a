import type { FieldError } from '@kindling/protocol';
import { ApiError } from './api-error.ts';

/** A `bad_request` for one field, which its message names. */
export function badField(path: string, message: string): ApiError {
  return new ApiError('bad_request', `${path}: ${message}`, { fields: [{ path, message }] });
}

/** A `bad_request` that names every field that does not fit; its message names the first. */
export function badFields(fields: readonly FieldError[]): ApiError {
  const [first] = fields;
  return new ApiError('bad_request', `${first?.path}: ${first?.message}`, { fields: [...fields] });
}

/** A `not_found` for what a field of the request names. */
export function missingField(path: string, message: string): ApiError {
  return new ApiError('not_found', message, { fields: [{ path, message }] });
}

/** What was looked for because the field `path` names it: a `not_found` says so. */
export async function namedBy<T>(path: string, looked: Promise<T>): Promise<T> {
  try {
    return await looked;
  } catch (error) {
    const isMissing = error instanceof ApiError && error.code === 'not_found';
    throw isMissing ? missingField(path, error.message) : error;
  }
}
