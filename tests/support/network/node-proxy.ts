import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What stands before all nodes, on one address of this machine. */
export interface NodeProxy {
  readonly url: string;
  /** Ports of nodes: a request goes to the first that takes its connection. */
  ports: readonly number[];
  close(): void;
}

/**
 * Passes requests on as a proxy in front of servers does: another node is tried where none listens, and 502 is the
 * answer where one has the request and dies. Whether that carried it out nobody knows.
 */
export async function openNodeProxy(port = 0): Promise<NodeProxy> {
  const server = createServer((asked, answer) => {
    const chunks: Buffer[] = [];
    asked.on('data', (chunk: Buffer) => chunks.push(chunk));
    asked.on('end', () => pass({ asked, answer, body: Buffer.concat(chunks) }, proxy.ports));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const proxy: NodeProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ports: [],
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

function pass(exchange: Exchange, [port, ...others]: readonly number[]): void {
  const { asked, answer, body } = exchange;
  if (port === undefined) {
    answer.writeHead(502).end();
    return;
  }
  const { method, url, headers } = asked;
  const out = request({ port, host: '127.0.0.1', method, path: url, headers }, (given) => {
    answer.writeHead(given.statusCode ?? 502, given.headers);
    given.on('error', () => answer.destroy()).pipe(answer);
  });
  out.on('error', (error: NodeJS.ErrnoException) => {
    if (answer.headersSent) answer.destroy();
    else if (error.code === 'ECONNREFUSED') pass(exchange, others);
    else answer.writeHead(502).end();
  });
  answer.on('close', () => out.destroy());
  out.end(body);
}
