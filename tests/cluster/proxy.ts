import { createServer, request, type Server } from 'node:http';

/** What stands before all nodes: the first that takes a connection gets the request. */
export async function openProxy(ports: readonly number[]): Promise<Server> {
  const proxy = createServer((asked, answer) => {
    const chunks: Buffer[] = [];
    asked.on('data', (chunk: Buffer) => chunks.push(chunk));
    asked.on('end', () => hand(0));
    function hand(index: number): void {
      const port = ports[index];
      if (port === undefined) {
        answer.writeHead(502).end();
        return;
      }
      const { method, url, headers } = asked;
      const out = request({ port, host: '127.0.0.1', method, path: url, headers }, (given) => {
        answer.writeHead(given.statusCode ?? 502, given.headers);
        given.pipe(answer);
      });
      out.on('error', () => (answer.headersSent ? answer.destroy() : hand(index + 1)));
      out.end(Buffer.concat(chunks));
    }
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return proxy;
}
