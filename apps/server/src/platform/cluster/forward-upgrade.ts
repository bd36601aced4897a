import { type IncomingMessage, request } from 'node:http';
import type { Duplex } from 'node:stream';
import { FORWARDED_HEADER } from './node-requests.ts';
import type { ClusterNode } from './nodes.ts';

/** Hands a connection that wants to become another protocol to the node whose matter it is. */
export function forwardUpgrade(
  { address }: Pick<ClusterNode, 'address'>,
  { headers, method, url = '/' }: IncomingMessage,
  socket: Duplex,
): void {
  const { host } = new URL(address);
  const outgoing = request(`${address}${url}`, {
    method,
    // One hop: who gets it does not hand it on.
    headers: { ...headers, host, [FORWARDED_HEADER]: 'upgrade' },
  });
  const end = () => socket.destroy();
  outgoing.once('error', end);
  // Refused in words of HTTP, which say why.
  outgoing.once('response', (answer) => {
    socket.end(
      `HTTP/1.1 ${answer.statusCode} ${answer.statusMessage}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
    );
    answer.resume();
  });
  outgoing.once('upgrade', (answer, other, head) => {
    const lines = [`HTTP/1.1 101 ${answer.statusMessage}`];
    for (let at = 0; at < answer.rawHeaders.length; at += 2)
      lines.push(`${answer.rawHeaders[at]}: ${answer.rawHeaders[at + 1]}`);
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    socket.write(head);
    for (const [one, another] of [
      [socket, other],
      [other, socket],
    ] as const) {
      one.on('error', () => another.destroy());
      one.on('close', () => another.destroy());
      one.pipe(another);
    }
  });
  socket.once('close', () => outgoing.destroy());
  outgoing.end();
}
