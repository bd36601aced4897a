import { randomUUID } from 'node:crypto';
import { type Operation, type OperationName, operations } from '@kindling/protocol';
import { z } from 'zod';
import { tableNameOf } from '../../src/platform/database/resource-tables.ts';

export const operationNames = Object.keys(operations) as OperationName[];

export function operationOf(name: OperationName): Operation {
  return operations[name];
}

/** Whether the path names something stored. */
export function namesRow({ path }: Operation): boolean {
  return /\{(?!provider)\w+\}/.test(path) && !path.startsWith('/{');
}

/** The words of a path before its segment number `index`, as `test-suite/run`: what they name a row of. */
function wordsBefore(segments: readonly string[], index: number): string {
  const before = segments.slice(0, index);
  return before.filter((segment) => segment !== '' && !segment.startsWith('{')).join('/');
}

/** The words before the last parameter of a path. */
function lastNaming({ path }: Operation): string {
  const segments = path.split('/');
  return wordsBefore(
    segments,
    segments.findLastIndex((segment) => segment.startsWith('{')),
  );
}

/** The table of a path's words, whose row its parameter names; what ends with the row says it best. */
const TABLES: ReadonlyMap<string, string> = new Map(
  operationNames
    .map(operationOf)
    .filter(namesRow)
    .toSorted((one, other) => Number(one.path.endsWith('}')) - Number(other.path.endsWith('}')))
    .map((operation) => [lastNaming(operation), tableNameOf(operation.resource)]),
);

/** The table of the row that the path is about: the last it names. Null where it names none. */
export function tableOf(operation: Operation): string | null {
  return namesRow(operation) ? (TABLES.get(lastNaming(operation)) ?? null) : null;
}

/** The path of an operation with its parameters filled: rows by `ids` of their tables, else made up. */
export function samplePath(operation: Operation, ids: Readonly<Record<string, string>> = {}) {
  const segments = operation.path.split('/');
  return segments
    .map((segment, index) => {
      const name = /^\{(\w+)\}$/.exec(segment)?.[1];
      if (name === undefined) return segment;
      if (name === 'provider') return ids.provider ?? providerOf(operation);
      const table = TABLES.get(wordsBefore(segments, index));
      return ids[table ?? ''] ?? randomUUID();
    })
    .join('/');
}

function providerOf({ params }: Operation): string {
  if (!(params instanceof z.ZodObject)) throw new Error('The provider is not in `params`.');
  const schema = z.toJSONSchema(params.shape.provider, { io: 'input' });
  return String(schema.enum?.[0] ?? 'kindling');
}
