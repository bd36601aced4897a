import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { knowledgeBaseTable, toolTable } from '../../platform/database/platform-tables.ts';
import { assistantTable } from '../../platform/database/schema.ts';

/** Named in an error, at most. */
const MAX_NAMED = 5;

const nameOf = (body: unknown) => sql<string | null>`${body} ->> 'name'`;
const says = (body: unknown, part: object): SQL => sql`${body} @> ${JSON.stringify(part)}::jsonb`;

/** Names of what searches a file: knowledge bases, query tools, and assistants with their own of these. */
export async function findFileUses(db: Database, orgId: string, fileId: string): Promise<string[]> {
  const { body } = knowledgeBaseTable;
  const bases = await db
    .select({ id: knowledgeBaseTable.id, name: nameOf(body) })
    .from(knowledgeBaseTable)
    .where(
      and(
        eq(knowledgeBaseTable.orgId, orgId),
        or(
          says(body, { fileIds: [fileId] }),
          says(body, { createPlan: { chunkPlans: [{ fileIds: [fileId] }] } }),
        ),
      ),
    )
    .limit(MAX_NAMED);
  const tools = await db
    .select({
      id: toolTable.id,
      name: sql<string | null>`${toolTable.body} -> 'function' ->> 'name'`,
    })
    .from(toolTable)
    .where(
      and(
        eq(toolTable.orgId, orgId),
        says(toolTable.body, { knowledgeBases: [{ fileIds: [fileId] }] }),
      ),
    )
    .limit(MAX_NAMED);
  const query = { knowledgeBases: [{ fileIds: [fileId] }] };
  const assistants = await db
    .select({ id: assistantTable.id, name: nameOf(assistantTable.body) })
    .from(assistantTable)
    .where(
      and(
        eq(assistantTable.orgId, orgId),
        or(
          says(assistantTable.body, { model: { knowledgeBase: { fileIds: [fileId] } } }),
          says(assistantTable.body, { model: { tools: [query] } }),
        ),
      ),
    )
    .limit(MAX_NAMED);
  return [...bases, ...tools, ...assistants].map(({ id, name }) => name ?? id);
}

/** Names of the assistants that look things up in a knowledge base. */
export async function findKnowledgeBaseUses(
  db: Database,
  orgId: string,
  knowledgeBaseId: string,
): Promise<string[]> {
  const { id, body } = assistantTable;
  const assistants = await db
    .select({ id, name: nameOf(body) })
    .from(assistantTable)
    .where(and(eq(assistantTable.orgId, orgId), says(body, { model: { knowledgeBaseId } })))
    .limit(MAX_NAMED);
  return assistants.map((assistant) => assistant.name ?? assistant.id);
}
