import { createHash, randomUUID } from 'node:crypto';
import { untilAborted } from '@kindling/conversation';
import type { ToolOf } from '@kindling/protocol';
import type { Clock } from '@kindling/protocol/clock';
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import type { HttpOut } from '../../../platform/http-client/http-out.ts';
import { isOutgoingError, OutgoingError } from '../../../platform/http-client/outgoing-error.ts';
import { mergeHeaders } from '../../../platform/http-client/outgoing-parts.ts';
import type { ProveToServer } from '../../credentials/server-proof.ts';
import { connectMcp, type McpConnection, type McpResult, type McpTool } from './mcp-connection.ts';
import { createMcpSessions } from './mcp-sessions.ts';

export interface McpServersOptions {
  readonly http: Pick<HttpOut, 'fetch'>;
  readonly clock: Clock;
  /** For servers that name a credential. */
  readonly prove: ProveToServer;
  /** A conversation that begins waits no longer than this for its tools, ms. @default 5000 */
  readonly listTimeout?: number;
}

export interface McpUse {
  readonly orgId: string;
  readonly tool: ToolOf<'mcp'>;
  readonly signal: AbortSignal;
}

/** The servers that tools of the type `mcp` name. */
export interface McpServers {
  /** @throws an Error whose message says why, for people */
  list(use: McpUse): Promise<readonly McpTool[]>;
  /** @throws the same, or the signal's reason */
  call(use: McpUse, call: { name: string; arguments: Record<string, unknown> }): Promise<McpResult>;
}

const LIST_TIMEOUT = 5_000;
const DEFAULT_TIMEOUT_SECONDS = 20;
/** For how long what a server listed is taken to be so, ms; of one that is down, before it is asked again. */
const LIST_LIFETIME = 60_000;
const DOWN_LIFETIME = 15_000;
const MAX_KEPT = 200;

interface Kept<T> {
  readonly value: T;
  readonly until: number;
}

interface McpLimits {
  readonly signal: AbortSignal;
  readonly timeout: number;
}

export function createMcpServers(options: McpServersOptions): McpServers {
  const { http, clock, prove, listTimeout = LIST_TIMEOUT } = options;
  const lists = new Map<string, Kept<Promise<readonly McpTool[]>>>();
  const sessions = createMcpSessions({ clock, isHarmless });

  function connect({ orgId, tool, signal }: McpUse, timeout: number): Promise<McpConnection> {
    const { server, metadata } = tool;
    const url = server?.url;
    if (url === undefined) throw new OutgoingError('bad_url', 'it has no server.url');
    const { credentialId, headers } = server ?? {};
    return connectMcp(
      {
        url: new URL(url),
        protocol: metadata?.protocol ?? 'shttp',
        fetch: async (input, init = {}) => {
          const request = {
            method: init.method ?? 'GET',
            url: String(input),
            body: typeof init.body === 'string' ? init.body : '',
            messageId: randomUUID(),
          };
          const proof =
            credentialId === undefined
              ? {}
              : await prove({ orgId, credentialId, signal: init.signal ?? signal }, request);
          // What belongs to the protocol cannot be changed by a server's headers.
          const own = Object.fromEntries(new Headers(init.headers));
          return http.fetch(input, { ...init, headers: mergeHeaders(headers ?? {}, proof, own) });
        },
      },
      { signal, timeout },
    );
  }

  /** The session there is, else a new one. The older transport holds its connection: it is closed after each use. */
  async function withSession<T>(
    use: McpUse,
    timeout: number,
    work: (connection: McpConnection) => Promise<T>,
  ): Promise<T> {
    if (use.tool.metadata?.protocol === 'sse') {
      const connection = await connect(use, timeout);
      return await work(connection).finally(() => connection.close());
    }
    // Others may wait for the same session when this use is over.
    const open = () => connect({ ...use, signal: AbortSignal.timeout(timeout) }, timeout);
    let isForgotten = false;
    const attempt = () =>
      sessions.use(keyOf(use), open, async (opening, isKnown) => {
        try {
          return await work(await untilAborted(opening, use.signal));
        } catch (error) {
          isForgotten = isKnown && statusOf(error) === 404;
          throw error;
        }
      });
    return attempt().catch((error: unknown) => {
      // It knows the session no longer, so it did nothing: a new one is begun, once.
      if (!isForgotten || use.signal.aborted) throw error;
      return attempt();
    });
  }

  /** Errors say in their message why it did not answer. */
  async function within<T>(
    timeout: number,
    use: McpUse,
    work: (connection: McpConnection, limits: McpLimits) => Promise<T>,
  ): Promise<T> {
    const signal = AbortSignal.any([use.signal, AbortSignal.timeout(timeout)]);
    try {
      return await withSession({ ...use, signal }, timeout, (connection) =>
        work(connection, { signal, timeout }),
      );
    } catch (error) {
      use.signal.throwIfAborted();
      const reason = signal.aborted ? 'it does not answer in time' : describe(error);
      throw new Error(reason, { cause: error });
    }
  }

  return {
    list(use) {
      const key = keyOf(use);
      const known = alive(lists, key, clock.now());
      if (known !== undefined) return known;
      const listing = within(listTimeout, use, (server, limits) => server.listTools(limits));
      keep(lists, key, { value: listing, until: clock.now() + LIST_LIFETIME });
      listing.catch(() => keep(lists, key, { value: listing, until: clock.now() + DOWN_LIFETIME }));
      return listing;
    },
    call(use, call) {
      const timeout = (use.tool.server?.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS) * 1_000;
      return within(timeout, use, (server, limits) => server.callTool(call, limits));
    },
  };
}

/** Whose server it is, and with which headers it is asked: nobody uses another's session. */
function keyOf({ orgId, tool: { server, metadata } }: McpUse): string {
  const { url, headers, credentialId } = server ?? {};
  const parts = [orgId, url, metadata?.protocol, headers, credentialId];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64');
}

function alive<T>(kept: ReadonlyMap<string, Kept<T>>, key: string, now: number): T | undefined {
  const found = kept.get(key);
  return found !== undefined && found.until > now ? found.value : undefined;
}

function keep<T>(kept: Map<string, Kept<T>>, key: string, one: Kept<T>): void {
  kept.delete(key);
  kept.set(key, one);
  const [oldest] = kept.keys();
  if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
}

/** What the server answered by the protocol is no fault of the session. */
function isHarmless(error: unknown): boolean {
  const faults: readonly number[] = [ErrorCode.RequestTimeout, ErrorCode.ConnectionClosed];
  return error instanceof McpError && !faults.includes(error.code);
}

/** Of an answer that is none of the protocol: its HTTP status. */
function statusOf(error: unknown): number | null {
  const { code } = { code: undefined, ...(error as object) };
  return !(error instanceof McpError) && typeof code === 'number' && code >= 400 ? code : null;
}

function describe(error: unknown): string {
  if (isOutgoingError(error)) return error.message;
  const cause = error instanceof Error ? error.cause : undefined;
  if (isOutgoingError(cause)) return cause.message;
  const status = statusOf(error);
  if (status !== null) return `its server answered ${status}`;
  if (error instanceof McpError) return `its server answered: ${error.message.slice(0, 300)}`;
  return 'its server does not speak the Model Context Protocol';
}
