import { untilAborted } from '@kindling/conversation';
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
  /** Ends the session there, too. Never rejects. */
  close(): Promise<void>;
}

const MAX_DESCRIPTION = 4_000;
/** As JSON, characters: more can neither be checked nor be read by a model. */
const MAX_SCHEMA = 50_000;

const words = z
  .string()
  .transform((text) => text.slice(0, MAX_DESCRIPTION))
  .optional()
  .catch(undefined);
const toolSchema = z.object({
  name: z.string().min(1).max(200),
  title: words,
  description: words,
  inputSchema: z
    .looseObject({})
    .refine((schema) => JSON.stringify(schema).length <= MAX_SCHEMA)
    .catch({}),
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
/** Of all tools of a server, as JSON, characters. */
const MAX_CHARACTERS = 400_000;
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
  const failing = new AbortController();
  const transport = openTransport(endpoint, (error) => failing.abort(error));
  // Neither of the library's transports gives up by itself what does not begin.
  await untilAborted(client.connect(transport as Transport, { signal, timeout }), signal).catch(
    async (error: unknown) => {
      await transport.close();
      throw error;
    },
  );
  const ask = <S extends z.ZodType>(
    method: string,
    { params, schema, ...options }: McpRequest & { params: Record<string, unknown>; schema: S },
  ): Promise<z.output<S>> =>
    untilAborted(
      client.request({ method, params } as never, schema as never, options) as Promise<z.output<S>>,
      // The library waits on for an answer whose stream broke off.
      failing.signal,
    );
  return {
    async listTools(request) {
      const tools: McpTool[] = [];
      let left = MAX_CHARACTERS;
      let cursor: string | null | undefined;
      for (let page = 0; page < MAX_PAGES && tools.length < MAX_TOOLS; page += 1) {
        const params = cursor ? { cursor } : {};
        const answer = await ask('tools/list', { ...request, params, schema: pageSchema });
        for (const one of answer.tools) {
          const tool = toolSchema.safeParse(one).data;
          left -= tool === undefined ? 0 : JSON.stringify(tool).length;
          if (tool !== undefined && left >= 0) tools.push(tool);
        }
        cursor = answer.nextCursor;
        if (!cursor || left < 0) break;
      }
      return tools.slice(0, MAX_TOOLS);
    },
    callTool: (call, request) =>
      ask('tools/call', { ...request, params: call, schema: resultSchema }),
    async close() {
      if (transport instanceof StreamableHTTPClientTransport)
        await transport.terminateSession().catch(() => undefined);
      await client.close();
    },
  };
}

function openTransport(
  { url, protocol, fetch: reach }: McpEndpoint,
  onTooLarge: (error: unknown) => void,
) {
  const limited: typeof fetch = async (input, init) =>
    limitBody(await reach(input, init), onTooLarge);
  if (protocol === 'sse') return new SSEClientTransport(url, { fetch: limited });
  const asked: typeof fetch = async (input, init) =>
    // Its stream of news is not listened to: it would be a connection that idles through the call.
    init?.method === 'GET' ? new Response(null, { status: 405 }) : limited(input, init);
  return new StreamableHTTPClientTransport(url, { fetch: asked });
}

function limitBody(answer: Response, onTooLarge: (error: unknown) => void): Response {
  if (answer.body === null) return answer;
  let bytes = 0;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes <= MAX_BYTES) return controller.enqueue(chunk);
      const error = new OutgoingError('too_large', `its answer is longer than ${MAX_BYTES} bytes`);
      controller.error(error);
      onTooLarge(error);
    },
  });
  const { status, headers } = answer;
  return new Response(answer.body.pipeThrough(limit), { status, headers });
}
