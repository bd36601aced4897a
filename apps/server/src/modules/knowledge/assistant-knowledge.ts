import type { AssistantCreate, KnowledgeBaseCreate, ToolCreate } from '@kindling/protocol';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { toolTable } from '../../platform/database/platform-tables.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { KnowledgeBaseStore } from './knowledge-base-store.ts';

export interface AssistantKnowledgeOptions {
  readonly db: Database;
  readonly bases: Pick<KnowledgeBaseStore, 'find'>;
}

/** The knowledge base of an assistant, stored or of its own. Throws `bad_request` when it is missing. */
export async function knowledgeBaseOf(
  orgId: string,
  { model }: AssistantCreate,
  { bases }: Pick<AssistantKnowledgeOptions, 'bases'>,
): Promise<KnowledgeBaseCreate | null> {
  if (!model?.knowledgeBaseId) return model?.knowledgeBase ?? null;
  const base = await bases.find(orgId, model.knowledgeBaseId);
  if (base !== null) return base;
  const path = 'assistant.model.knowledgeBaseId';
  const message = 'There is no knowledge base with this id in your organisation.';
  throw new ApiError('bad_request', `${path}: ${message}`, { fields: [{ path, message }] });
}

/** The files of an assistant's query tools: the guide looks into them itself. */
export async function filesOfTools(
  orgId: string,
  { model }: AssistantCreate,
  { db }: Pick<AssistantKnowledgeOptions, 'db'>,
): Promise<string[]> {
  const own = (model?.tools ?? []).flatMap(filesOfTool);
  const ids = model?.toolIds ?? [];
  if (ids.length === 0) return own;
  const stored = await db
    .select({ body: toolTable.body })
    .from(toolTable)
    .where(
      and(
        eq(toolTable.orgId, orgId),
        inArray(toolTable.id, ids),
        sql`${toolTable.body} ->> 'type' = 'query'`,
      ),
    );
  return [...own, ...stored.flatMap(({ body }) => filesOfTool(body as ToolCreate))];
}

function filesOfTool(tool: ToolCreate): string[] {
  return tool.type === 'query' ? (tool.knowledgeBases ?? []).flatMap(({ fileIds }) => fileIds) : [];
}
