import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { z } from 'zod';
import { OutgoingError } from '../../../platform/http-client/outgoing-error.ts';

/** A server that speaks the Model Context Protocol, and how it is asked. */
export interface McpEndpoint {
  readonly url: URL;
  /** Streamable HTTP, or the older transport of two addresses. */
  readonly protocol: 'shttp' | 'sse';
  /** Reaches what users name; adds what the server knows us by. */
  readonly fetch: typeof fetch;
}

export interface McpRequest {
  readonly signal: AbortSignal;
  /** ms. */
  readonly timeout: number;
}

/** One session with a server. */
export interface McpConnection {
  /** Of all pages; what is none is left out. */
  listTools(request: McpRequest): Promise<McpTool[]>;
  callTool(
    call: { name: string; arguments: Record<string, unknown> },
    request: McpRequest,
  ): Promise<McpResult>;
  close(): Promise<void>;
}

const toolSchema = z.looseObject({
  name: z.string().min(1).max(200),
  title: z.string().optional().catch(undefined),
  description: z.string().optional().catch(undefined),
  inputSchema: z.looseObject({}).catch({}),
});
export type McpTool = z.infer<typeof toolSchema>;

const pageSchema = z.looseObject({
  tools: z.array(z.unknown()),
  nextCursor: z.string().nullish(),
});

const resultSchema = z.looseObject({
  content: z.array(z.looseObject({ type: z.string() })).default([]),
  structuredContent: z.unknown().optional(),
  isError: z.boolean().optional(),
});
export type McpResult = z.infer<typeof resultSchema>;

const MAX_PAGES = 20;
const MAX_TOOLS = 128;
/** Of one answer, or of all answers of the older transport. */
const MAX_BYTES = 4 * 1_024 * 1_024;

/** @throws an `OutgoingError`, an error of the protocol, or the signal's reason */
export async function connectMcp(
  endpoint: McpEndpoint,
  { signal, timeout }: McpRequest,
): Promise<McpConnection> {
  const client = new Client(
    { name: 'kindling', version: '1' },
    // Schemas of others are not compiled here: each could keep the process busy.
    {
      jsonSchemaValidator: {
        getValidator: () => (data) => ({
          valid: true,
          data: data as never,
          errorMessage: undefined,
        }),
      },
    },
  );
  await client.connect(openTransport(endpoint), { signal, timeout });
  const ask = <S extends z.ZodType>(
    method: string,
    { params, schema, ...options }: McpRequest & { params: Record<string, unknown>; schema: S },
  ): Promise<z.output<S>> =>
    client.request({ method, params } as never, schema as never, options) as Promise<z.output<S>>;
  return {
    async listTools(request) {
      const tools: McpTool[] = [];
      let cursor: string | null | undefined;
      for (let page = 0; page < MAX_PAGES && tools.length < MAX_TOOLS; page += 1) {
        const params = cursor ? { cursor } : {};
        const answer = await ask('tools/list', { ...request, params, schema: pageSchema });
        tools.push(...answer.tools.flatMap((one) => toolSchema.safeParse(one).data ?? []));
        cursor = answer.nextCursor;
        if (!cursor) break;
      }
      return tools.slice(0, MAX_TOOLS);
    },
    callTool: (call, request) =>
      ask('tools/call', { ...request, params: call, schema: resultSchema }),
    close: () => client.close(),
  };
}

function openTransport({ url, protocol, fetch: reach }: McpEndpoint): Transport {
  const limited: typeof fetch = async (input, init) => limitBody(await reach(input, init));
  if (protocol === 'sse') return new SSEClientTransport(url, { fetch: limited });
  const asked: typeof fetch = async (input, init) =>
    // Its stream of news is not listened to: it would be a connection that idles through the call.
    init?.method === 'GET' ? new Response(null, { status: 405 }) : limited(input, init);
  return new StreamableHTTPClientTransport(url, { fetch: asked }) as Transport;
}

function limitBody(answer: Response): Response {
  if (answer.body === null) return answer;
  let bytes = 0;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > MAX_BYTES)
        controller.error(
          new OutgoingError('too_large', `its answer is longer than ${MAX_BYTES} bytes`),
        );
      else controller.enqueue(chunk);
    },
  });
  const { status, headers } = answer;
  return new Response(answer.body.pipeThrough(limit), { status, headers });
}
