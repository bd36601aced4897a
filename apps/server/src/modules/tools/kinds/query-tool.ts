import type { ToolOf } from '@kindling/protocol';
import { done, type ReadyTool } from '../tool-kind.ts';

/** Passages of files that answer a question, best first. */
export type SearchKnowledge = (
  orgId: string,
  fileIds: readonly string[],
  query: string,
) => Promise<readonly { readonly text: string; readonly source: string }[]>;

/** Looks something up in uploaded files. */
export function readyQueryTool(tool: ToolOf<'query'>, search: SearchKnowledge): ReadyTool {
  const bases = tool.knowledgeBases ?? [];
  const about = bases.map(({ name, description }) => `${name}: ${description ?? ''}`.trim());
  return {
    definition: {
      name: tool.function?.name ?? 'search_knowledge',
      description: [
        tool.function?.description ?? 'Look something up in these documents.',
        ...about,
      ].join('\n'),
      parameters: {
        type: 'object',
        properties: {
          query: { type: 'string', description: 'What to look for.' },
          ...(bases.length > 1
            ? { knowledgeBase: { type: 'string', enum: bases.map(({ name }) => name) } }
            : {}),
        },
        required: ['query'],
      },
    },
    messages: tool.messages,
    async run({ values, context }) {
      const wanted = bases.filter(
        ({ name }) => values.knowledgeBase === undefined || values.knowledgeBase === name,
      );
      const fileIds = [...new Set(wanted.flatMap((base) => base.fileIds))];
      const passages = await search(context.orgId, fileIds, String(values.query));
      if (passages.length === 0) return done('The documents say nothing about that.');
      return done(passages.map(({ text, source }) => `[${source}] ${text}`).join('\n\n'));
    },
  };
}
