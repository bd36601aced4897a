import { ApiError } from '../../platform/errors/api-error.ts';

/** A `bad_request` for one field that no schema can judge by itself. */
export function badRequest(path: string, message: string): ApiError {
  return new ApiError('bad_request', `${path}: ${message}`, { fields: [{ path, message }] });
}
