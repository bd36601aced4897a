import type {
  AssistantCreate,
  KnowledgeBaseCreate,
  Server,
  ToolCreate,
  ToolOf,
} from '@kindling/protocol';
import type { PartReference } from './check-references.ts';
import { filesOf, isSearchedHere } from './files-of.ts';

/** What an assistant, or a change of one, names by its id. */
export function referencesOfAssistant({
  model,
  server,
  voice,
  transcriber,
  artifactPlan,
}: Pick<
  AssistantCreate,
  'model' | 'server' | 'voice' | 'transcriber' | 'artifactPlan'
>): PartReference[] {
  const { toolIds = [], tools = [], knowledgeBaseId, knowledgeBase } = model ?? {};
  return [
    ...toolIds.map((id, index) => ({ kind: 'tool', id, path: `model.toolIds.${index}` }) as const),
    ...tools.flatMap((tool, index) => referencesOfTool(tool, `model.tools.${index}.`)),
    ...(knowledgeBaseId
      ? [{ kind: 'knowledge base', id: knowledgeBaseId, path: 'model.knowledgeBaseId' } as const]
      : []),
    ...(knowledgeBase && isSearchedHere(knowledgeBase) ? rowsOfKnowledge(knowledgeBase) : []),
    ...credentialOf(server, ''),
    ...credentialOf(voice?.server, 'voice.'),
    ...credentialOf(transcriber?.server, 'transcriber.'),
    ...(artifactPlan?.structuredOutputIds ?? []).map((id, index) => {
      const path = `artifactPlan.structuredOutputIds.${index}`;
      return { kind: 'structured output', id, path } as const;
    }),
  ];
}

/** The same of a tool; `path` goes before the names of its fields. */
export function referencesOfTool(tool: ToolCreate, path = ''): PartReference[] {
  if (tool.type === 'query')
    return (tool.knowledgeBases ?? []).flatMap(({ fileIds }, base) =>
      fileIds.map(
        (id, index) =>
          ({ kind: 'file', id, path: `${path}knowledgeBases.${base}.fileIds.${index}` }) as const,
      ),
    );
  return isAsked(tool) ? credentialOf(tool.server, path) : [];
}

const ASKED = ['function', 'bash', 'computer', 'textEditor', 'transferCall', 'mcp'] as const;

/** Tools that a server of the organisation's own carries out. */
function isAsked(tool: ToolCreate): tool is ToolOf<(typeof ASKED)[number]> {
  return (ASKED as readonly string[]).includes(tool.type);
}

function rowsOfKnowledge(base: KnowledgeBaseCreate): PartReference[] {
  if (base.provider === 'custom-knowledge-base')
    return credentialOf(base.server, 'model.knowledgeBase.');
  return filesOf(base).map(
    ({ id, path }) => ({ kind: 'file', id, path: `model.knowledgeBase.${path}` }) as const,
  );
}

function credentialOf(server: Server | null | undefined, path: string): PartReference[] {
  const id = server?.credentialId;
  return id === undefined ? [] : [{ kind: 'credential', id, path: `${path}server.credentialId` }];
}
