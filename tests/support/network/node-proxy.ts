import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Where a node listens. */
export interface NodePlace {
  /** @default 127.0.0.1 */
  readonly host?: string;
  readonly port: number;
}

/** What stands before all nodes, on one address of this machine. */
export interface NodeProxy {
  readonly url: string;
  /** A request goes to the first that takes its connection. */
  nodes: readonly NodePlace[];
  close(): void;
}

/** A machine that is away answers nobody, ms. */
const CONNECT_LIMIT = 1_000;

/**
 * Passes requests on as a proxy in front of servers does: another node is tried where none takes the connection, and
 * 502 is the answer where one has the request and dies. Whether that carried it out nobody knows.
 */
export async function openNodeProxy(port = 0): Promise<NodeProxy> {
  const server = createServer((asked, answer) => {
    const chunks: Buffer[] = [];
    asked.on('data', (chunk: Buffer) => chunks.push(chunk));
    asked.on('end', () => pass({ asked, answer, body: Buffer.concat(chunks) }, proxy.nodes));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const proxy: NodeProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    nodes: [],
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
  return proxy;
}

interface Exchange {
  readonly asked: IncomingMessage;
  readonly answer: ServerResponse;
  readonly body: Buffer;
}

function pass(exchange: Exchange, [node, ...others]: readonly NodePlace[]): void {
  const { asked, answer, body } = exchange;
  if (node === undefined) {
    answer.writeHead(502).end();
    return;
  }
  const { method, url, headers } = asked;
  const { host = '127.0.0.1', port } = node;
  // Each on a connection of its own: one that is kept may lead to a machine that is away.
  const to = { host, port, method, path: url, headers, agent: false };
  const out = request(to, (given) => {
    answer.writeHead(given.statusCode ?? 502, given.headers);
    given.on('error', () => answer.destroy()).pipe(answer);
  });
  let isConnected = false;
  out.on('socket', (socket) => {
    const limit = setTimeout(() => out.destroy(), CONNECT_LIMIT);
    socket.once('connect', () => {
      isConnected = true;
      clearTimeout(limit);
    });
    socket.once('close', () => clearTimeout(limit));
  });
  out.on('error', () => {
    if (answer.headersSent) answer.destroy();
    else if (!isConnected && !answer.closed) pass(exchange, others);
    else answer.writeHead(502).end();
  });
  answer.on('close', () => out.destroy());
  out.end(body);
}
