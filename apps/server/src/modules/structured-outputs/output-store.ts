import type { StructuredOutput, StructuredOutputCreate } from '@kindling/protocol';
import { and, asc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { structuredOutputTable as table } from '../../platform/database/platform-tables.ts';
import { nextUpdatedAt } from '../references/next-updated-at.ts';
import {
  createResourceStore,
  type ResourceRow,
  type ResourceStore,
  readResource,
} from '../references/resource-store.ts';

export type OutputStore = ResourceStore<StructuredOutput, StructuredOutputCreate>;

export const createOutputStore = (db: Database): OutputStore =>
  createResourceStore(db, { table, name: 'structured output' });

/** What leads to an output: its id, or whom it is linked to. */
export interface OutputLinks {
  readonly ids: readonly string[];
  readonly assistantIds: readonly string[];
  readonly workflowId: string | null;
}

/** Those of these ids, and those that are linked to the assistants or the workflow; the oldest first. */
export async function findOutputs(
  db: Database,
  orgId: string,
  { ids, assistantIds, workflowId }: OutputLinks,
): Promise<StructuredOutput[]> {
  const leads = [
    ...(ids.length === 0 ? [] : [inArray(table.id, [...ids])]),
    ...assistantIds.map((id) => isLinked('assistantIds', id)),
    ...(workflowId === null ? [] : [isLinked('workflowIds', workflowId)]),
  ];
  if (leads.length === 0) return [];
  const rows = await db
    .select()
    .from(table)
    .where(and(eq(table.orgId, orgId), or(...leads)))
    .orderBy(asc(table.createdAt), asc(table.id));
  return rows.map((row) => readResource(row as ResourceRow) as unknown as StructuredOutput);
}

type Link = 'assistantIds' | 'workflowIds';

const isLinked = (field: Link, id: string): SQL =>
  sql`${table.body} @> ${JSON.stringify({ [field]: [id] })}::jsonb`;

/** Takes an assistant or a workflow that is deleted out of the outputs that are linked to it. */
export async function unlinkOutputs(
  tx: Database,
  orgId: string,
  { field, id }: { readonly field: Link; readonly id: string },
): Promise<void> {
  const others = sql`(${table.body} -> ${field}::text) - ${id}::text`;
  await tx
    .update(table)
    .set({
      body: sql`jsonb_set(${table.body}, array[${field}::text], ${others})`,
      updatedAt: nextUpdatedAt(table.updatedAt),
    })
    .where(and(eq(table.orgId, orgId), isLinked(field, id)));
}
