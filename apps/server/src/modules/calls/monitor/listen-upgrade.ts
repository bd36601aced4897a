import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { CONVERSATION_SAMPLE_RATE } from '@kindling/protocol/constants';
import { type WebSocket, WebSocketServer } from 'ws';
import { forwardUpgrade } from '../../../platform/cluster/forward-upgrade.ts';
import { FORWARDED_HEADER } from '../../../platform/cluster/node-requests.ts';
import type { ClusterNode } from '../../../platform/cluster/nodes.ts';
import type { LiveCalls } from '../live/live-calls.ts';
import type { MonitorLinks } from './monitor-links.ts';

/** Takes connections that want to become websockets. */
export interface UpgradeHandler {
  /** Whether a request is one of these: any other is answered as if it asked for no other protocol. */
  isMeant(request: IncomingMessage): boolean;
  handle(request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

const PATH = /^\/call\/([\w-]{1,100})\/listen\/([\w.-]{1,100})(?:\?|$)/;
/** Who reads so slowly is behind by 15 s. */
const MAX_BUFFERED = 1_000_000;
const START = {
  type: 'start',
  encoding: 'linear16',
  container: 'raw',
  sampleRate: CONVERSATION_SAMPLE_RATE,
  channels: 2,
} as const;

/** Who opens a call's `listenUrl` gets what `START` says as JSON, then PCM: the caller left, the assistant right. */
export function createListenUpgrade(
  links: Pick<MonitorLinks, 'isValid'>,
  live: Pick<LiveCalls, 'find'>,
  /** The node that has the call; null: none but this one could. */
  findNode: (callId: string) => Promise<Pick<ClusterNode, 'address'> | null>,
): UpgradeHandler {
  // Listeners have nothing to say.
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: 1_024,
    perMessageDeflate: false,
  });
  return {
    isMeant: (request) =>
      request.headers.upgrade?.toLowerCase() === 'websocket' && readPath(request) !== null,
    handle(request, socket, head) {
      socket.on('error', () => socket.destroy());
      const { callId = '', key = '' } = readPath(request) ?? {};
      const isValid = links.isValid(key, { callId, kind: 'listen' });
      const call = isValid ? live.find(callId) : null;
      if (call === null) {
        const elsewhere = isValid && request.headers[FORWARDED_HEADER] === undefined;
        const found = elsewhere ? findNode(callId) : Promise.resolve(null);
        return void found
          .then((node) => {
            if (node === null) reject(socket, '404 Not Found');
            else forwardUpgrade(node, request, socket);
          })
          .catch(() => reject(socket, '503 Service Unavailable'));
      }
      server.handleUpgrade(request, socket, head, (listener) => {
        // Who is turned away may still send what is no frame.
        listener.on('error', () => listener.terminate());
        const stop = call.listen(
          (pcm) => send(listener, pcm),
          () => listener.close(1_000, 'The call has ended.'),
        );
        if (stop === null) return listener.close(1_008, 'Nobody more can listen to this call.');
        listener.on('close', stop);
        listener.send(JSON.stringify(START));
      });
    },
  };
}

/** Not by `URL`, which throws at some of what is sent. */
function readPath({ url = '' }: IncomingMessage) {
  const [, callId, key] = PATH.exec(url) ?? [];
  return callId === undefined || key === undefined ? null : { callId, key };
}

function send(listener: WebSocket, pcm: Int16Array): void {
  if (listener.readyState !== listener.OPEN || listener.bufferedAmount > MAX_BUFFERED) return;
  listener.send(new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength));
}

function reject(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
