import { STATUS_CODES } from 'node:http';
import { errorBodySchema, type Operation } from '@kindling/protocol';
import { z } from 'zod';
import type { ComponentSchemas, JsonSchema } from './component-schemas.ts';
import { isChange } from './describe-parameters.ts';

/** When an operation refuses, by status: one error shape for all of them. */
const REFUSALS = {
  400: 'Something in the path, the query, the headers or the body does not fit; `fields` says what.',
  401: 'There is no key, or it is not known, expired, revoked or switched off.',
  403: 'The key may not do this: its role, its kind or the origin of the page does not allow it.',
  404: 'It is not there, or belongs to another organisation.',
  409: 'It does not go together with what is there: something is in use, not configured, or an Idempotency-Key came with another request.',
  412: 'It has changed since the version that If-Match names.',
  413: 'The body is too large.',
  415: 'The body is of a media type that the operation does not take.',
  429: 'Too many requests or calls; Retry-After says when to come again.',
  502: 'A provider failed, or refused the credential.',
} as const;
type Refusal = keyof typeof REFUSALS;

/** What may come beside the refusals that an operation names. */
const DEFAULT_NAME = 'Refusal';
const nameOf = (status: Refusal) => `Refusal${status}`;

const REQUEST_ID = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } };

export const headerComponents: Readonly<Record<string, JsonSchema>> = {
  RequestId: {
    schema: { type: 'string' },
    description: 'Names the request in the log; errors repeat it as `requestId`.',
  },
  ETag: {
    schema: { type: 'string' },
    description: 'The state that was answered: send it as If-Match with a change.',
  },
  Location: {
    schema: { type: 'string', format: 'uri' },
    description: 'The file, to be read without a key, whole or in ranges; good for an hour.',
  },
  RetryAfter: { schema: { type: 'integer' }, description: 'Seconds to wait.' },
};

/** Every refusal once; operations refer to them. */
export function refusalComponents(
  answered: ComponentSchemas,
): Readonly<Record<string, JsonSchema>> {
  const content = { 'application/json': { schema: answered.refer(errorBodySchema) } };
  const statuses = Object.keys(REFUSALS).map(Number) as Refusal[];
  return {
    [DEFAULT_NAME]: { description: 'Any other refusal.', headers: REQUEST_ID, content },
    ...Object.fromEntries(
      statuses.map((status) => [
        nameOf(status),
        {
          description: REFUSALS[status],
          headers: {
            ...REQUEST_ID,
            ...(status === 429 && { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }),
          },
          content,
        },
      ]),
    ),
  };
}

/** What an operation answers: its success first, then what it may refuse with. */
export function describeAnswers(
  operation: Operation,
  answered: ComponentSchemas,
): Readonly<Record<string, JsonSchema>> {
  const { status, answer, alsoAnswers } = operation;
  const json = answer instanceof z.ZodNever ? null : { schema: answered.refer(answer) };
  const text = { type: 'string', ...describeEvents(operation, answered) };
  const other = alsoAnswers === undefined ? {} : { [alsoAnswers]: { schema: text } };
  // A stream has begun before anything is created.
  const streams = alsoAnswers === 'text/event-stream';
  const headers = {
    ...REQUEST_ID,
    ...(hasState(answer) && { ETag: { $ref: '#/components/headers/ETag' } }),
    ...(status === 302 && { Location: { $ref: '#/components/headers/Location' } }),
  };
  const content = {
    ...(json !== null && { 'application/json': json }),
    ...(streams ? {} : other),
  };
  const refusals = refusalsOf(operation).map((one) => [one, refer(nameOf(one))] as const);
  return {
    ...(streams && {
      200: { description: STREAM, headers: REQUEST_ID, content: other },
    }),
    [status]: {
      description: STATUS_CODES[status] ?? '',
      headers,
      ...(status !== 204 && status !== 302 && { content }),
    },
    ...Object.fromEntries(refusals),
    default: refer(DEFAULT_NAME),
  };
}

const STREAM =
  'The answer as it is written: server-sent events (text/event-stream) until the connection is closed. A request that fails before the first event is refused like any other; a failure after that comes as an event of the name or type `error`, and is the last one. Who closes the connection ends the answer.';

/** JSON Schema's own words for text that holds other data. */
function describeEvents({ events }: Operation, answered: ComponentSchemas): JsonSchema {
  if (events === undefined) return {};
  return {
    description: 'Server-sent events. The `data` of each is JSON, as contentSchema says.',
    contentMediaType: 'application/json',
    contentSchema: answered.refer(events),
  };
}

function refer(name: string): JsonSchema {
  return { $ref: `#/components/responses/${name}` };
}

function hasState(answer: z.ZodType): boolean {
  return answer instanceof z.ZodObject && 'updatedAt' in answer.shape;
}

function refusalsOf(operation: Operation): readonly Refusal[] {
  const { access, body, method, path, status } = operation;
  const asksProvider = path.startsWith('/{provider}') || path.startsWith('/11labs');
  return [
    400,
    ...(access === 'anyone' ? ([] as const) : ([401, 403] as const)),
    ...(path.includes('{') ? ([404] as const) : ([] as const)),
    ...(status === 201 || status === 302 || method === 'DELETE' || asksProvider
      ? ([409] as const)
      : ([] as const)),
    ...(isChange(operation) ? ([412] as const) : ([] as const)),
    ...(body === undefined ? ([] as const) : ([413, 415] as const)),
    429,
    ...(asksProvider ? ([502] as const) : ([] as const)),
  ];
}
