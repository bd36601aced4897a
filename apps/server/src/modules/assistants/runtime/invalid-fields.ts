import type { FieldError } from '@kindling/protocol';
import { ApiError } from '../../../platform/errors/api-error.ts';

/** A `bad_request` that names every field that did not fit. */
export function invalidFields(fields: readonly FieldError[]): ApiError {
  const [first] = fields;
  return new ApiError('bad_request', `${first?.path}: ${first?.message}`, { fields: [...fields] });
}
