import { randomUUID } from 'node:crypto';
import { type Operation, type OperationName, operations } from '@kindling/protocol';
import { z } from 'zod';

/** The table of a path's segment, whose row its parameter names. */
const TABLES: Record<string, string> = {
  assistant: 'assistant',
  call: 'call',
  campaign: 'campaign',
  chat: 'chat',
  credential: 'credential',
  file: 'file',
  'knowledge-base': 'knowledge_base',
  member: 'app_user',
  org: 'org',
  'phone-number': 'phone_number',
  recordings: 'recording',
  rooms: 'room',
  run: 'test_suite_run',
  session: 'session',
  squad: 'squad',
  template: 'template',
  test: 'test_suite_test',
  'test-suite': 'test_suite',
  token: 'token',
  tool: 'tool',
  workflow: 'workflow',
};

/** Least bodies that fit, where none of the general ones does. */
const BODIES: Partial<Record<OperationName, unknown>> = {
  'testSuiteTest.create': {
    type: 'chat',
    script: 'Ask for the price.',
    scorers: [{ type: 'ai', rubric: 'The assistant names a price.' }],
  },
};
const GENERAL: readonly unknown[] = [
  { name: 'x' },
  {},
  { emails: ['ada@school.example'], role: 'viewer' },
  { userId: randomUUID(), role: 'viewer' },
  { code: 'x'.repeat(40) },
];

export const operationNames = Object.keys(operations) as OperationName[];

export function operationOf(name: OperationName): Operation {
  return operations[name];
}

/** Whether the path names something stored. */
export function namesRow({ path }: Operation): boolean {
  return /\{(?!provider)\w+\}/.test(path) && !path.startsWith('/{');
}

/** The table of the row that the path is about: the last it names. Null where it names none. */
export function tableOf(operation: Operation): string | null {
  if (!namesRow(operation)) return null;
  const segments = operation.path.split('/');
  const last = segments.findLastIndex((segment) => segment.startsWith('{'));
  return TABLES[segments[last - 1] ?? ''] ?? null;
}

/** The path of an operation with its parameters filled: rows by `ids` of their tables, else made up. */
export function samplePath(operation: Operation, ids: Readonly<Record<string, string>> = {}) {
  const segments = operation.path.split('/');
  return segments
    .map((segment, index) => {
      const name = /^\{(\w+)\}$/.exec(segment)?.[1];
      if (name === undefined) return segment;
      if (name === 'provider') return ids.provider ?? providerOf(operation);
      const table = TABLES[segments[index - 1] ?? ''];
      if (table === undefined && namesRow(operation))
        throw new Error(`Name the table of ${operation.path} in TABLES.`);
      return ids[table ?? ''] ?? randomUUID();
    })
    .join('/');
}

function providerOf({ params }: Operation): string {
  if (!(params instanceof z.ZodObject)) throw new Error('The provider is not in `params`.');
  const schema = z.toJSONSchema(params.shape.provider, { io: 'input' });
  return String(schema.enum?.[0] ?? 'kindling');
}

/** A body that fits, or undefined where none is known. */
export function sampleBody(name: OperationName): unknown {
  const { body } = operationOf(name);
  if (body === undefined) return undefined;
  const fitting = [BODIES[name], ...GENERAL].find((given) => body.safeParse(given).success);
  if (fitting === undefined && namesRow(operationOf(name)))
    throw new Error(`Give ${name} a body in BODIES.`);
  return fitting;
}
