import type { JsonSchema } from '@kindling/conversation';
import type { ToolOf } from '@kindling/protocol';
import { createSchemaTrial } from '../check-arguments.ts';
import { done, failed, MAX_CONTENT, type ReadyTool, type ToolContext } from '../tool-kind.ts';
import type { McpResult, McpTool } from './mcp-connection.ts';
import type { McpServers } from './mcp-servers.ts';

const MAX_NAME = 64;
const OPEN_PARAMETERS = { type: 'object', properties: {} };

/** A tool of a server, with the name to use where another tool has its own. */
export interface McpReadyTool extends ReadyTool {
  readonly prefixedName: string;
}

/**
 * The tools of a server that an assistant may use, as they are listed now.
 *
 * @throws an Error whose message says why there are none
 */
export async function readyMcpTools(
  tool: ToolOf<'mcp'>,
  { orgId }: Pick<ToolContext, 'orgId'>,
  servers: McpServers,
): Promise<McpReadyTool[]> {
  const listed = await servers.list({ orgId, tool, signal: new AbortController().signal });
  const allowed = tool.allowedTools;
  const used = listed.filter(({ name }) => allowed === undefined || allowed.includes(name));
  const faultOf = createSchemaTrial();
  return Promise.all(
    used.map(async (one) => {
      const parameters = { ...one.inputSchema, type: 'object' };
      const isFit = (await faultOf(parameters)) === null;
      return readyMcpTool(one, isFit ? parameters : OPEN_PARAMETERS, { tool, servers });
    }),
  );
}

function readyMcpTool(
  listed: McpTool,
  parameters: JsonSchema,
  { tool, servers }: { readonly tool: ToolOf<'mcp'>; readonly servers: McpServers },
): McpReadyTool {
  return {
    definition: {
      name: toName(listed.name),
      description: listed.description ?? listed.title ?? '',
      parameters,
    },
    prefixedName: toName(`${nameOfServer(tool)}_${listed.name}`),
    messages: tool.toolMessages?.find((one) => one.name === listed.name)?.messages ?? tool.messages,
    async run({ values, context, signal }) {
      const use = { orgId: context.orgId, tool, signal };
      const call = { name: listed.name, arguments: { ...values } };
      try {
        const result = await servers.call(use, call);
        const text = textOf(result);
        return result.isError === true ? failed(text) : done(text);
      } catch (error) {
        signal.throwIfAborted();
        return failed(`This tool could not be used: ${(error as Error).message}.`);
      }
    },
  };
}

/** The words of a result; what is no text is named. */
function textOf({ content, structuredContent }: McpResult): string {
  const parts = content.map((part) => {
    const { type, text, resource, uri } = part as Record<string, unknown>;
    if (type === 'text') return String(text ?? '');
    const inner = resource as Record<string, unknown> | undefined;
    if (typeof inner?.text === 'string') return inner.text;
    return `[${[type, uri ?? inner?.uri].filter((one) => one !== undefined).join(' ')}]`;
  });
  const text = parts.filter((part) => part.trim() !== '').join('\n');
  const whole =
    text === '' && structuredContent !== undefined ? JSON.stringify(structuredContent) : text;
  return whole === '' ? 'Done.' : whole.slice(0, MAX_CONTENT);
}

const toName = (text: string) =>
  text.replaceAll(/[^a-zA-Z0-9_-]+/g, '_').slice(0, MAX_NAME) || 'tool';

/** What its author calls it, else the first part of its host. */
function nameOfServer({ function: named, name, server }: ToolOf<'mcp'>): string {
  if (named !== undefined) return named.name;
  if (typeof name === 'string' && name !== '') return name;
  const { hostname } = new URL(server?.url ?? 'http://mcp');
  return hostname.replace(/^(?:www|mcp|api)\./, '').split('.')[0] ?? 'mcp';
}
