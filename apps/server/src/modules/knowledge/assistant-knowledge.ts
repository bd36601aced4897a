import type { KnowledgeSource } from '@kindling/conversation';
import type { AssistantCreate, KnowledgeBaseCreate, ToolCreate } from '@kindling/protocol';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Database } from '../../platform/database/database.ts';
import { toolTable } from '../../platform/database/platform-tables.ts';
import type { CallServer } from '../../platform/http-client/call-server.ts';
import { filesOf, isSearchedHere } from '../references/files-of.ts';
import type { FileLibrary } from './file-library.ts';
import { createFileSource } from './file-source.ts';
import type { KnowledgeBaseStore } from './knowledge-base-store.ts';
import { createServerSource } from './server-source.ts';

/** What an assistant looks into before it answers. */
export interface AssistantKnowledge {
  readonly source: KnowledgeSource;
  /** Whether it adds to what the guide knows of the product, or takes its place. */
  readonly mode: 'replace' | 'extend';
}

/** Opens the knowledge of an assistant: its knowledge base and files; null when it has neither. */
export type OpenKnowledge = (
  orgId: string,
  assistant: AssistantCreate,
  options: {
    /** Whether the files of its query tools are searched as well. */
    readonly searchesToolFiles: boolean;
  },
) => Promise<AssistantKnowledge | null>;

export interface AssistantKnowledgeOptions {
  readonly db: Database;
  readonly bases: Pick<KnowledgeBaseStore, 'find'>;
  readonly library: FileLibrary;
  readonly callServer: CallServer;
  /** Epoch ms. */
  readonly now: () => number;
  readonly log: Logger;
}

export function createOpenKnowledge(options: AssistantKnowledgeOptions): OpenKnowledge {
  const { library, callServer, now, log } = options;
  const onFault = (error: unknown) => log.warn({ err: error }, 'knowledge base failed');

  function openSource(
    orgId: string,
    base: KnowledgeBaseCreate | null,
    toolFiles: readonly string[],
  ): KnowledgeSource | null {
    if (base?.provider === 'custom-knowledge-base')
      return createServerSource({ orgId, server: base.server, callServer, now, onFault });
    const named = base === null ? [] : filesOf(base).map(({ id }) => id);
    const fileIds = [...new Set([...named, ...toolFiles])];
    if (base === null && fileIds.length === 0) return null;
    return createFileSource(library.open(orgId, fileIds), base?.searchPlan ?? {}, onFault);
  }

  return async (orgId, assistant, { searchesToolFiles }) => {
    const base = await knowledgeBaseOf(orgId, assistant, options);
    const toolFiles = searchesToolFiles ? await filesOfTools(orgId, assistant, options) : [];
    const source = openSource(orgId, base, toolFiles);
    if (source === null) return null;
    return { source, mode: base?.provider === 'kindling' ? (base.mode ?? 'replace') : 'replace' };
  };
}

/** The knowledge base of an assistant, stored or of its own. */
async function knowledgeBaseOf(
  orgId: string,
  { model }: AssistantCreate,
  { bases }: Pick<AssistantKnowledgeOptions, 'bases'>,
): Promise<KnowledgeBaseCreate | null> {
  const own = model?.knowledgeBase ?? null;
  if (!model?.knowledgeBaseId) return own !== null && isSearchedHere(own) ? own : null;
  const base = await bases.find(orgId, model.knowledgeBaseId);
  // Of another account, or deleted: an assistant that was to know something else does not know the product instead.
  return base ?? { provider: 'kindling', fileIds: [] };
}

/** The files of an assistant's query tools, its own and stored ones. */
async function filesOfTools(
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
