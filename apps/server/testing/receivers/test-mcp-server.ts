import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import {
  CallToolRequestSchema,
  ListToolsRequestSchema,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js';

/** A server of the Model Context Protocol on this machine, made with its own library. */
export interface TestMcpServer {
  readonly url: string;
  /** What its tools are, in pages of `pageSize`. */
  tools: Tool[];
  pageSize: number;
  answer: (name: string, values: Record<string, unknown>) => unknown;
  /** Headers of every request. */
  readonly headers: IncomingMessage['headers'][];
  /** `tools/list`, `tools/call` …, as they came. */
  readonly methods: string[];
  /** Sessions that who opened them has ended. */
  readonly ended: number;
  /** Sessions are known no longer. */
  forgetSessions(): void;
  /** Every request is answered so; null: as usual. */
  refuseWith: number | null;
  close(): Promise<void>;
}

export async function createTestMcpServer(): Promise<TestMcpServer> {
  const sessions = new Map<string, StreamableHTTPServerTransport>();

  let ended = 0;
  const older = new Map<string, SSEServerTransport>();

  function createServerOfTools(): Server {
    const server = new Server({ name: 'test', version: '1' }, { capabilities: { tools: {} } });
    server.setRequestHandler(ListToolsRequestSchema, ({ params }) => {
      const start = Number(params?.cursor ?? 0);
      const end = start + kit.pageSize;
      return {
        tools: kit.tools.slice(start, end),
        ...(end < kit.tools.length && { nextCursor: String(end) }),
      };
    });
    server.setRequestHandler(
      CallToolRequestSchema,
      async ({ params }) => (await kit.answer(params.name, params.arguments ?? {})) as never,
    );
    return server;
  }

  function openSession(): StreamableHTTPServerTransport {
    const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, transport),
    });
    void createServerOfTools().connect(transport as never);
    return transport;
  }

  const http = createServer((request, response) => {
    kit.headers.push(request.headers);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (kit.refuseWith !== null) return void response.writeHead(kit.refuseWith).end();
      const text = Buffer.concat(chunks).toString();
      const body: unknown = text === '' ? undefined : JSON.parse(text);
      if (request.method === 'GET' && request.url === '/sse') {
        const transport = new SSEServerTransport('/messages', response);
        older.set(transport.sessionId, transport);
        return void createServerOfTools().connect(transport);
      }
      if (request.method === 'DELETE') ended += 1;
      else kit.methods.push(String((body as { method?: string } | undefined)?.method));
      if (request.url?.startsWith('/messages')) {
        const session = new URL(request.url, kit.url).searchParams.get('sessionId') ?? '';
        return void older.get(session)?.handlePostMessage(request, response, body);
      }
      const id = request.headers['mcp-session-id'];
      const known = typeof id === 'string' ? sessions.get(id) : openSession();
      if (known === undefined) return void response.writeHead(404).end('Session not found');
      void known.handleRequest(request, response, body);
    });
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const { port } = http.address() as AddressInfo;
  const kit: TestMcpServer = {
    url: `http://127.0.0.1:${port}/mcp`,
    tools: [],
    pageSize: 100,
    answer: () => ({ content: [{ type: 'text', text: 'Done.' }] }),
    headers: [],
    methods: [],
    refuseWith: null,
    get ended() {
      return ended;
    },
    forgetSessions: () => sessions.clear(),
    async close() {
      http.closeAllConnections();
      http.close();
      await once(http, 'close');
    },
  };
  return kit;
}
