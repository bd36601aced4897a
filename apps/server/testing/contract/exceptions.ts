import type { Operation, OperationName } from '@kindling/protocol';
import { z } from 'zod';
import type { Refusal } from '../requests/expect-refusal.ts';
import { namesRow } from '../requests/sample-request.ts';

export type Exceptions = Readonly<Partial<Record<OperationName, string>>>;

const because = (why: string, ...names: readonly OperationName[]): Exceptions =>
  Object.fromEntries(names.map((name) => [name, why]));

/** What this server never carries out, and what it says instead. */
export const REFUSED: Readonly<Partial<Record<OperationName, Refusal>>> = {
  // Without telephony nobody can be called.
  'call.createPhone': '409 not_configured',
  // No connection service runs actions here.
  'credential.trigger': '409 not_configured',
  // There is no Sesame.
  'voiceLibrary.createSesameVoice': '409 not_configured',
};

/** Whose every request is a right one. */
export const NEVER_INVALID: Exceptions = {
  ...because(
    'Another word in its path makes it another path, which is not the API’s.',
    'provider.locations',
    'provider.workflowHooks',
  ),
};

/** Whether there is nothing that could be wrong: no body, no filter, nothing in its path. */
export const takesNothing = ({ body, query, path }: Operation) =>
  body === undefined && query === undefined && !path.includes('{');

/** That name nothing which could be absent, though their bodies may have ids. */
export const NEVER_MISSING: Exceptions = {
  ...because('It is refused before anything is looked for.', 'call.createPhone'),
  ...because(
    'Most have no need of an id, and one is read when they are used.',
    'org.create',
    'tool.create',
    'workflow.create',
  ),
  ...because(
    'It finds what fits: a filter that fits nothing finds nothing.',
    'person.export',
    'person.erase',
  ),
};

/** Whether nothing stored can be named: neither in the path, nor by an id in the body. */
export const namesNothing = (operation: Operation) =>
  !namesRow(operation) &&
  (operation.body === undefined || !JSON.stringify(toJson(operation.body)).includes('"uuid"'));

const toJson = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
