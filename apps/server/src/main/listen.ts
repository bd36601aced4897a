import { createServer, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import type { UpgradeHandler } from '../modules/calls/monitor/listen-upgrade.ts';
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
  /** @default a connection becomes nothing but HTTP */
  readonly upgrades?: UpgradeHandler;
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
    // Clients that would rather speak HTTP/2 ask for it in passing, and are answered by what they have.
    {
      ...{ headersTimeout: 10_000, requestTimeout: 30_000, requireHostHeader: false },
      shouldUpgradeCallback: (request) => options.upgrades?.isMeant(request) === true,
    },
    getRequestListener(app.fetch, { errorHandler: answerUnread }),
  );
  server.on('clientError', rejectUnread);
  const upgraded = takeUpgrades(server, options.upgrades);
  const port = await bind(server, options);
  return { port, close: () => close(server, upgraded) };
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

/** Connections that are HTTP no more: the server does not close them itself. */
function takeUpgrades(server: Server, upgrades?: UpgradeHandler): ReadonlySet<Duplex> {
  const upgraded = new Set<Duplex>();
  if (upgrades === undefined) return upgraded;
  server.on('upgrade', (request, socket, head) => {
    upgraded.add(socket);
    socket.once('close', () => upgraded.delete(socket));
    upgrades.handle(request, socket, head);
  });
  return upgraded;
}

async function close(server: Server, upgraded: ReadonlySet<Duplex>): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const force = setTimeout(() => {
    server.closeAllConnections();
    for (const socket of upgraded) socket.destroy();
  }, CLOSE_GRACE);
  await closed;
  clearTimeout(force);
}
