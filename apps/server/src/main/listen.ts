import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import { StartupError } from '../platform/errors/startup-error.ts';
import type { AppEnv } from '../platform/requests/app-env.ts';
import { answerUnread, rejectUnread } from '../platform/requests/bodies/unread-request.ts';

const DEFAULT_PORT = 8_787;
const PORTS_TO_TRY = 50;
/** How long requests under way may take to finish when the server closes. */
const CLOSE_GRACE = 1_000;

export interface HttpServer {
  readonly port: number;
  close(): Promise<void>;
}

export interface ListenOptions {
  readonly host: string;
  /** Null: 8787, or the next free one. */
  readonly port: number | null;
}

/**
 * Serves `app`.
 *
 * @throws `port_in_use` when the one port asked for, or all that may be tried, are taken
 */
export async function listen(app: Hono<AppEnv>, options: ListenOptions): Promise<HttpServer> {
  const server = createServer(
    // A slow sender may not hold a connection: headers within 10 s, the whole request within 30 s.
    // One without a Host is refused by the listener, in the shape of all refusals.
    { headersTimeout: 10_000, requestTimeout: 30_000, requireHostHeader: false },
    getRequestListener(app.fetch, { errorHandler: answerUnread }),
  );
  server.on('clientError', rejectUnread);
  const port = await bind(server, options);
  return { port, close: () => close(server) };
}

async function bind(server: Server, { host, port }: ListenOptions): Promise<number> {
  const first = port ?? DEFAULT_PORT;
  const last = port ?? DEFAULT_PORT + PORTS_TO_TRY - 1;
  for (let candidate = first; candidate <= last; candidate += 1) {
    try {
      return await bindPort(server, host, candidate);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    }
  }
  throw new StartupError(
    'port_in_use',
    port === null
      ? `The ports ${first} to ${last} are all taken. Name a free one in PORT.`
      : `Port ${port} is taken. Stop what uses it, or name another one in PORT.`,
  );
}

function bindPort(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const force = setTimeout(() => server.closeAllConnections(), CLOSE_GRACE);
  await closed;
  clearTimeout(force);
}
