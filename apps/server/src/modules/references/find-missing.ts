import { and, eq, inArray } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../../platform/database/database.ts';
import {
  credentialTable,
  fileTable,
  knowledgeBaseTable,
  phoneNumberTable,
  squadTable,
  structuredOutputTable,
  toolTable,
  workflowTable,
} from '../../platform/database/platform-tables.ts';
import { assistantTable } from '../../platform/database/schema.ts';

type OwnedTable = PgTable & { readonly id: AnyPgColumn; readonly orgId: AnyPgColumn };

const TABLES = {
  assistant: assistantTable,
  squad: squadTable,
  workflow: workflowTable,
  'phone number': phoneNumberTable,
  tool: toolTable,
  'knowledge base': knowledgeBaseTable,
  file: fileTable,
  credential: credentialTable,
  'structured output': structuredOutputTable,
} as const satisfies Record<string, OwnedTable>;

export type ReferenceKind = keyof typeof TABLES;

/** Something that a form names by its id, and where. */
export interface Reference<Kind extends ReferenceKind = ReferenceKind> {
  readonly kind: Kind;
  readonly id: string;
  readonly path: string;
}

/** The references whose row is not there, or is another org's, kind by kind. */
export async function findMissing<Kind extends ReferenceKind>(
  db: Database,
  orgId: string,
  references: readonly Reference<Kind>[],
): Promise<readonly Reference<Kind>[]> {
  const missing: Reference<Kind>[] = [];
  for (const kind of new Set(references.map((reference) => reference.kind))) {
    const ofKind = references.filter((reference) => reference.kind === kind);
    const owned = await ownedIds(db, TABLES[kind], { orgId, ids: ofKind.map(({ id }) => id) });
    missing.push(...ofKind.filter(({ id }) => !owned.has(id)));
  }
  return missing;
}

/** What the fields of a form name; a field that is left out or null names nothing. */
export function referencesIn<Field extends string>(
  form: { readonly [F in NoInfer<Field>]?: string | null | undefined },
  kinds: Readonly<Record<Field, ReferenceKind>>,
): readonly Reference[] {
  return (Object.keys(kinds) as Field[]).flatMap((path) => {
    const id = form[path];
    return id === undefined || id === null ? [] : [{ kind: kinds[path], id, path }];
  });
}

async function ownedIds(
  db: Database,
  table: OwnedTable,
  { orgId, ids }: { readonly orgId: string; readonly ids: readonly string[] },
): Promise<ReadonlySet<unknown>> {
  const rows = await db
    .select({ id: table.id })
    .from(table as PgTable)
    .where(and(eq(table.orgId, orgId), inArray(table.id, [...new Set(ids)])));
  return new Set(rows.map(({ id }) => id));
}
