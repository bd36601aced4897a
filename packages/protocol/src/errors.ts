import { z } from 'zod';

/** Every error code the API answers with, and the HTTP status it travels under. */
export const ERROR_STATUS = {
  bad_request: 400,
  invalid_json: 400,
  invalid_sdp: 400,
  unauthenticated: 401,
  token_expired: 401,
  token_revoked: 401,
  token_disabled: 401,
  forbidden: 403,
  origin_not_allowed: 403,
  host_not_allowed: 403,
  assistant_not_allowed: 403,
  not_allowed: 403,
  room_not_open_yet: 403,
  token_not_valid_yet: 403,
  ejected: 403,
  not_found: 404,
  room_not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  slot_taken: 409,
  booking_closed: 409,
  idempotency_mismatch: 409,
  already_joined: 409,
  room_full: 409,
  room_ended: 410,
  room_expired: 410,
  body_too_large: 413,
  unsupported_media_type: 415,
  client_outdated: 426,
  headers_too_large: 431,
  rate_limited: 429,
  precondition_failed: 412,
  concurrency_limit: 429,
  quota_exceeded: 429,
  internal: 500,
  not_configured: 409,
  not_built: 501,
  provider_failed: 502,
  not_ready: 503,
  database_unavailable: 503,
  storage_unavailable: 503,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** One field of a request that did not fit; `path` is dotted (`assistantOverrides.firstMessage`). */
export const fieldErrorSchema = z.object({ path: z.string(), message: z.string() });
export type FieldError = z.infer<typeof fieldErrorSchema>;

/**
 * The one error shape of the API. `message` says what to do; `error` repeats the
 * status text because published clients read it.
 */
export const errorBodySchema = z.object({
  statusCode: z.number().int(),
  error: z.string(),
  code: z.string(),
  message: z.string(),
  fields: z.array(fieldErrorSchema).optional(),
  requestId: z.string(),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;
