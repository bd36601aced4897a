import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';

/** A client of the test server, as it looks from there. */
export interface SocketPeer {
  readonly url: URL;
  readonly headers: IncomingMessage['headers'];
  /** Text messages, in order. */
  readonly texts: readonly string[];
  /** Bytes of binary messages, and the length of each. */
  readonly bytes: number;
  readonly lengths: readonly number[];
  say(message: unknown): void;
  sayRaw(data: string | Uint8Array): void;
  close(code: number, reason?: string): void;
  /** Without a word. */
  drop(): void;
  /** Resolves when it has gone, with the code it left with. */
  readonly gone: Promise<number>;
}

export interface SocketScript {
  /** Refuses the connection with this status. */
  readonly refuse?: (request: IncomingMessage) => number | null;
  readonly onOpen?: (peer: SocketPeer) => void;
  readonly onText?: (peer: SocketPeer, message: Readonly<Record<string, unknown>>) => void;
  readonly onSound?: (peer: SocketPeer) => void;
}

export interface SocketServer {
  /** `http://127.0.0.1:…` */
  readonly url: string;
  readonly peers: readonly SocketPeer[];
  /** How many connections were asked for. */
  readonly asked: number;
}

/** A websocket server for one test, which does as the script says. */
export async function startSocketServer(script: SocketScript): Promise<SocketServer> {
  const peers: SocketPeer[] = [];
  let asked = 0;
  const http = createServer();
  const sockets = new WebSocketServer({ noServer: true });
  http.on('upgrade', (request, link, head) => {
    asked += 1;
    const status = script.refuse?.(request) ?? null;
    if (status !== null) return link.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`);
    sockets.handleUpgrade(request, link, head, (socket) => {
      const peer = createPeer(socket, request, script);
      peers.push(peer);
      script.onOpen?.(peer);
    });
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  onTestFinished(() => {
    for (const socket of sockets.clients) socket.terminate();
    http.close();
  });
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    peers,
    get asked() {
      return asked;
    },
  };
}

function createPeer(socket: WebSocket, request: IncomingMessage, script: SocketScript): SocketPeer {
  const texts: string[] = [];
  const lengths: number[] = [];
  const left = Promise.withResolvers<number>();
  const peer: SocketPeer = {
    url: new URL(request.url ?? '/', 'http://localhost'),
    headers: request.headers,
    texts,
    lengths,
    get bytes() {
      return lengths.reduce((sum, length) => sum + length, 0);
    },
    say: (message) => socket.send(JSON.stringify(message)),
    sayRaw: (data) => socket.send(data),
    close: (code, reason) => socket.close(code, reason),
    drop: () => socket.terminate(),
    gone: left.promise,
  };
  socket.on('close', (code) => left.resolve(code));
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) {
      lengths.push(data.length);
      return script.onSound?.(peer);
    }
    texts.push(String(data));
    script.onText?.(peer, JSON.parse(String(data)));
  });
  return peer;
}
