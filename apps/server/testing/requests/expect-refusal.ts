import { type ErrorBody, type ErrorCode, errorBodySchema } from '@kindling/protocol';
import { expect } from 'vitest';
import type { Answer } from '../server/test-server.ts';

/** `404 not_found` */
export type Refusal = `${number} ${ErrorCode}`;

/** Expects one of the refusals, in the one shape that they have. */
export function expectRefusal(answer: Answer, ...refusals: readonly Refusal[]): ErrorBody {
  expect(answer.headers.get('content-type')).toContain('application/json');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const body = errorBodySchema.strict().parse(answer.json);
  expect(refusals).toContain(`${answer.status} ${body.code}`);
  expect(body.statusCode).toBe(answer.status);
  expect(body.requestId).toBe(answer.headers.get('x-request-id'));
  return body;
}
