import {
  type ExampleFile,
  type Operation,
  type OperationName,
  operations,
} from '@kindling/protocol';

interface Exemplified {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly security: readonly unknown[];
}

/** The operation as a line for a terminal; null where it takes nothing but its path. */
export function curlExample({ operationId, method, path, security }: Exemplified): string | null {
  const operation: Operation = operations[operationId as OperationName];
  const { body, form } = operation.example ?? {};
  if (body === undefined && form === undefined) return null;
  const address = `"$KINDLING${path.replaceAll(/\{(\w+)\}/g, (_, word: string) => `$${word.toUpperCase()}`)}"`;
  const lines = [
    `curl ${method === 'POST' ? '' : `-X ${method} `}${address}`,
    ...(security.length === 0 ? [] : ['-H "Authorization: Bearer $KEY"']),
    ...Object.entries(form ?? {}).map(([name, value]) => `-F '${name}=${formValue(value)}'`),
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${quote(body)}`]),
  ];
  return lines.join(' \\\n  ');
}

/** As curl writes it. */
function formValue(value: string | ExampleFile): string {
  return typeof value === 'string' ? value : `@${value.name};type=${value.type}`;
}

/** JSON as one word of a shell. */
function quote(body: unknown): string {
  return `'${JSON.stringify(body, null, 2).replaceAll("'", "'\\''").replaceAll('\n', '\n  ')}'`;
}
