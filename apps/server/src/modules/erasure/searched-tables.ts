import { type Operation, type OperationName, operations } from '@kindling/protocol';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { tableNameOf, tablesByName } from '../../platform/database/resource-tables.ts';

/** Why it is not the person's, and what to do about it where they are to be forgotten. */
export interface Reason {
  readonly why: string;
  readonly advice: string;
}

export type OrgTable = PgTable & { readonly id: AnyPgColumn; readonly orgId: AnyPgColumn };

/** What may speak of a person and is not theirs, and what shows it. */
interface SearchedTable {
  readonly kind: string;
  readonly table: OrgTable;
  readonly read: OperationName;
  readonly reason: Reason;
}

const OWN: Reason = {
  why: 'Your organisation wrote it.',
  advice: 'Look whether it still needs to speak of this person.',
};
const TALK: Reason = {
  why: 'It is not said to be with this person.',
  advice: 'Look at it, and delete it if it was.',
};
/** Of what an organisation did not write. */
const REASONS: Readonly<Record<string, Reason>> = {
  chat: TALK,
  session: TALK,
  assistantVersion: {
    why: 'An earlier state of an assistant.',
    advice: 'It goes when the assistant is deleted.',
  },
};
/** Searched by its text, which is on the disk. */
const FILE = 'file';

const rows = Object.entries(operations) as [OperationName, Operation][];

/** Resources whose operations say that they may mention someone. */
const mentioning = new Set(
  rows
    .filter(([, { personalData }]) => personalData !== 'none' && personalData.includes('mentions'))
    .map(([, { resource }]) => resource)
    .filter((resource) => resource !== FILE),
);

/** Conversations first: there most is found. */
export const SEARCHED: readonly SearchedTable[] = [...mentioning]
  .map((kind) => ({
    kind,
    table: orgTableOf(kind),
    read: readingOf(kind),
    reason: REASONS[kind] ?? OWN,
  }))
  .toSorted((one, other) => Number(other.reason === TALK) - Number(one.reason === TALK));

function orgTableOf(resource: string): OrgTable {
  const table = tablesByName.get(tableNameOf(resource));
  if (table !== undefined && isOrgTable(table)) return table;
  throw new Error(`There is no table with the rows of organisations for ${resource}.`);
}

function isOrgTable(table: PgTable): table is OrgTable {
  return 'id' in table && 'orgId' in table;
}

/** What reads one by its id, else what lists them. */
function readingOf(kind: string): OperationName {
  const reading = rows.filter(([, { resource, method }]) => resource === kind && method === 'GET');
  const [read] = reading.find(([, { path }]) => /\{(?:id|\w+Id)\}$/.test(path)) ?? reading[0] ?? [];
  if (read === undefined) throw new Error(`No operation shows a ${kind}.`);
  return read;
}
