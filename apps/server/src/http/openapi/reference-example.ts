import type { OperationName } from '@kindling/protocol';
import { exampleBody, formExamples } from './examples/examples.ts';

interface Exemplified {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly security: readonly unknown[];
}

/** The operation as a line for a terminal; null where it takes nothing but its path. */
export function curlExample({ operationId, method, path, security }: Exemplified): string | null {
  const operation = operationId as OperationName;
  const body = exampleBody(operation);
  const form = formExamples[operation];
  if (body === undefined && form === undefined) return null;
  const address = `"$KINDLING${path.replaceAll(/\{(\w+)\}/g, (_, word: string) => `$${word.toUpperCase()}`)}"`;
  const lines = [
    `curl ${method === 'POST' ? '' : `-X ${method} `}${address}`,
    ...(security.length === 0 ? [] : ['-H "Authorization: Bearer $KEY"']),
    ...(form ?? []).map((field) => `-F '${field}'`),
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${quote(body)}`]),
  ];
  return lines.join(' \\\n  ');
}

/** JSON as one word of a shell. */
function quote(body: unknown): string {
  return `'${JSON.stringify(body, null, 2).replaceAll("'", "'\\''").replaceAll('\n', '\n  ')}'`;
}
