import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { Hono, type MiddlewareHandler } from 'hono';
import { z } from 'zod';
import type { Authenticate } from '../../modules/tokens/authenticate.ts';
import { includesRole, neededRole } from '../../modules/tokens/role.ts';
import type { Token } from '../../modules/tokens/token-store.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { AppContext, AppEnv } from '../../platform/requests/app-env.ts';
import { type OperationTool, operationTools } from './operation-tools.ts';

export interface McpRoutesOptions {
  readonly version: string;
  readonly authenticate: Authenticate;
  readonly limitReads: MiddlewareHandler<AppEnv>;
  /** Answers a request as this server answers it from outside. */
  readonly answer: (request: Request, c: AppContext) => Response | Promise<Response>;
}

const INSTRUCTIONS =
  'Build, call and test voice assistants on this server. Make an assistant with assistant_create, write to it with ' +
  'chat_create, and read calls with call_list and call_get. `warnings` in an answer say what does not act as written.';

/** More is cut: an agent reads every character, characters. */
const MAX_ANSWER = 100_000;

/** Messages in one request, all of which are carried out at the same time. */
const MAX_BATCH = 20;

/** Who asks, and where this server is: as for the request that brought the tool's. */
const PASSED_ON = [
  ...['authorization', 'host', 'x-request-id'],
  ...['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'],
] as const;

const argumentsSchema = z.looseObject({
  query: z.record(z.string(), z.unknown()).optional(),
  body: z.record(z.string(), z.unknown()).optional(),
});

/**
 * The API by the Model Context Protocol (Streamable HTTP, without sessions): each operation that the key may call is a
 * tool. `?resources=assistant,chat` narrows them.
 */
export function mcpRoutes(options: McpRoutesOptions): Hono<AppEnv> {
  let tools: readonly OperationTool[] | undefined;
  const app = new Hono<AppEnv>();
  app.post('/mcp', options.limitReads, async (c) => {
    // Private keys alone: what a page may do has routes of its own.
    const token = await options.authenticate(c, 'viewer');
    // Made once, when first asked for: it takes a moment.
    tools ??= operationTools();
    const parsedBody: unknown = await c.req.json().catch(() => {
      throw new ApiError('invalid_json', 'The body is not valid JSON.');
    });
    if (Array.isArray(parsedBody) && parsedBody.length > MAX_BATCH)
      throw new ApiError('bad_request', `At most ${MAX_BATCH} messages can be sent at once.`);
    const server = createServer(narrow(tools, c.req.query('resources'), token), options, c);
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    return transport.handleRequest(c.req.raw, { parsedBody });
  });
  return app;
}

function narrow(
  tools: readonly OperationTool[],
  resources: string | undefined,
  token: Token,
): readonly OperationTool[] {
  const named = resources?.split(',');
  return tools.filter(
    ({ operation: { access, resource } }) =>
      access !== 'anyone' &&
      includesRole(token.role, neededRole(access)) &&
      named?.includes(resource) !== false,
  );
}

function createServer(
  tools: readonly OperationTool[],
  { version, answer }: McpRoutesOptions,
  c: AppContext,
): Server {
  const server = new Server(
    { name: 'kindling', version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(describe) }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (tool === undefined)
      return failed(`There is no tool ${params.name} for this key: its role may not call it.`);
    const request = toRequest(tool, params.arguments ?? {}, c);
    if (typeof request === 'string') return failed(request);
    const answered = await answer(request, c);
    const text = await answered.text();
    const shown =
      text.length <= MAX_ANSWER ? text : `${text.slice(0, MAX_ANSWER)}\n[cut: ask for less]`;
    return answered.ok
      ? { content: [{ type: 'text', text: shown === '' ? 'Done.' : shown }] }
      : failed(shown);
  });
  return server;
}

function describe({ name, description, inputSchema, operation: { method } }: OperationTool) {
  return {
    name,
    description,
    inputSchema: { ...inputSchema },
    annotations: { readOnlyHint: method === 'GET', destructiveHint: method === 'DELETE' },
  };
}

const failed = (text: string) => ({ content: [{ type: 'text' as const, text }], isError: true });

/** The request that the tool stands for, by the same key; words: what is missing. */
function toRequest(
  { operation }: OperationTool,
  given: Readonly<Record<string, unknown>>,
  c: AppContext,
): Request | string {
  const { data, error } = argumentsSchema.safeParse(given);
  if (data === undefined) return `The arguments do not fit: ${z.prettifyError(error)}`;
  for (const [, name = ''] of operation.path.matchAll(/\{(\w+)\}/g)) {
    const value = given[name];
    if (value === undefined || value === null || value === '') return `${name} is missing.`;
    if (typeof value !== 'string') return `${name} must be text.`;
    // An address would be read as if these were not there.
    if (value === '.' || value === '..') return 'An id cannot be a dot or two.';
  }
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(given[name])),
  );
  const url = new URL(path, c.req.url);
  for (const [name, value] of Object.entries(data.query ?? {}))
    for (const one of [value].flat()) url.searchParams.append(name, String(one));
  const headers = new Headers();
  for (const name of PASSED_ON) {
    const value = c.req.header(name);
    if (value !== undefined) headers.set(name, value);
  }
  // Who is gone reads no answer, which may cost a model's time.
  const { signal } = c.req.raw;
  const init = { method: operation.method, headers, signal };
  if (operation.body === undefined) return new Request(url, init);
  headers.set('content-type', 'application/json');
  // An answer in pieces would come too late here.
  const isStream = operation.alsoAnswers === 'text/event-stream';
  const body = { ...data.body, ...(isStream && { stream: false }) };
  return new Request(url, { ...init, body: JSON.stringify(body) });
}
