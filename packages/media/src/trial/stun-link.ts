import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { parseStun, type StunMessage } from '../transport/stun/stun-message.ts';
import { StunError } from './stun-error.ts';
import type { SocketAddress } from './xor-address.ts';

/** One way to a STUN or TURN server. */
export interface StunLink {
  /** Sends a request until its answer is there. */
  exchange(request: Buffer): Promise<StunMessage>;
  readonly local: SocketAddress;
  close(): void;
}

export interface StunLinkOptions {
  /** Such as `turns:turn.school.example:443?transport=tcp`. */
  readonly url: string;
  /** For the connection, and for each answer, ms. */
  readonly timeout: number;
  /** Authorities in PEM that certificates may be signed by, besides the usual ones. */
  readonly ca?: string | undefined;
  /** UDP port to send from. @default a free one */
  readonly localPort?: number | undefined;
}

interface StunUrl {
  readonly host: string;
  readonly port: number;
  readonly transport: 'udp' | 'tcp' | 'tls';
}

const URL_PARTS =
  /^(stun|turn)(s?):(\[[\da-f:.]+\]|[\w.-]+)(?::(\d+))?(?:\?transport=(udp|tcp))?$/i;
const PORT = 3_478;
const TLS_PORT = 5_349;
/** When a request over UDP is sent again, ms (RFC 8489, 6.2.1, begins with 500). */
const RESEND = 500;
const HEADER_BYTES = 20;

/** @throws a `StunError` (`stun_bad_url`) */
function readStunUrl(url: string): StunUrl {
  const [, , secure, host = '', port, transport] = URL_PARTS.exec(url) ?? [];
  if (host === '') throw new StunError('stun_bad_url', `${url} is not the address of a server.`);
  const isSecure = secure !== '';
  return {
    host: host.replace(/^\[|\]$/g, ''),
    port: Number(port ?? (isSecure ? TLS_PORT : PORT)),
    transport: isSecure ? 'tls' : transport?.toLowerCase() === 'tcp' ? 'tcp' : 'udp',
  };
}

/** @throws a `StunError` */
export async function openStunLink(options: StunLinkOptions): Promise<StunLink> {
  const server = readStunUrl(options.url);
  try {
    return server.transport === 'udp'
      ? await openUdp(server, options)
      : await openStream(server, options);
  } catch (error) {
    throw error instanceof StunError ? error : toStunError(error);
  }
}

/** OpenSSL's reasons, and Node's own for a name that does not fit. */
const UNTRUSTED = /CERT|SELF_SIGNED|UNABLE_TO|ALTNAME/;

function toStunError(cause: unknown): StunError {
  const { code = '', message = String(cause) } = cause as NodeJS.ErrnoException;
  return new StunError(UNTRUSTED.test(code) ? 'stun_untrusted' : 'stun_unreachable', message, {
    cause,
  });
}

async function openUdp(server: StunUrl, options: StunLinkOptions): Promise<StunLink> {
  const { address, family } = await lookup(server.host);
  const socket = createSocket(family === 6 ? 'udp6' : 'udp4');
  const answers = createAnswers(options.timeout);
  socket.on('message', (data) => answers.take(data));
  // A port that is closed says so only to some.
  socket.on('error', (error) => answers.fail(toStunError(error)));
  await bind(socket, options.localPort ?? 0);
  return {
    get local() {
      return socket.address();
    },
    async exchange(request) {
      const send = () => socket.send(request, server.port, address);
      send();
      const again = setInterval(send, RESEND);
      try {
        return await answers.of(request);
      } finally {
        clearInterval(again);
      }
    },
    close: () => socket.close(),
  };
}

async function bind(socket: UdpSocket, port: number): Promise<void> {
  try {
    const bound = once(socket, 'listening');
    socket.bind(port);
    await bound;
  } catch (error) {
    socket.close();
    throw error;
  }
}

async function openStream(server: StunUrl, options: StunLinkOptions): Promise<StunLink> {
  const { host, port, transport } = server;
  const { timeout, ca } = options;
  const socket: Socket =
    transport === 'tls'
      ? connectTls({ host, port, servername: host, ...(ca !== undefined && { ca }) })
      : connectTcp({ host, port });
  const event = transport === 'tls' ? 'secureConnect' : 'connect';
  try {
    await once(socket, event, { signal: AbortSignal.timeout(timeout) });
  } catch (error) {
    socket.destroy();
    if (error instanceof Error && error.name === 'AbortError')
      throw new StunError('stun_silent', `There was no connection within ${timeout} ms.`);
    throw error;
  }
  const answers = createAnswers(timeout);
  let pending = Buffer.alloc(0);
  socket.on('data', (data) => {
    pending = Buffer.concat([pending, data]);
    for (let whole = nextMessage(pending); whole !== null; whole = nextMessage(pending)) {
      pending = pending.subarray(whole.length);
      answers.take(whole);
    }
  });
  socket.on('error', (error) => answers.fail(toStunError(error)));
  socket.on('close', () =>
    answers.fail(new StunError('stun_silent', 'The connection was closed without an answer.')),
  );
  return {
    local: { address: socket.localAddress ?? '', port: socket.localPort ?? 0 },
    exchange(request) {
      socket.write(request);
      return answers.of(request);
    },
    close: () => socket.destroy(),
  };
}

/** Null: it has not arrived whole. */
function nextMessage(data: Buffer): Buffer | null {
  if (data.length < HEADER_BYTES) return null;
  const length = HEADER_BYTES + data.readUInt16BE(2);
  return data.length < length ? null : data.subarray(0, length);
}

/** Brings answers to the one request that is waiting. */
function createAnswers(timeout: number) {
  let waiting: { readonly request: Buffer; end(answer: StunMessage | StunError): void } | null =
    null;
  return {
    take(data: Buffer): void {
      const message = parseStun(data);
      if (message?.cookie.equals(waiting?.request.subarray(4, 20) ?? data)) waiting?.end(message);
    },
    fail(error: StunError): void {
      waiting?.end(error);
    },
    of(request: Buffer): Promise<StunMessage> {
      return new Promise((resolve, reject) => {
        const timer = setTimeout(
          () => waiting?.end(new StunError('stun_silent', `No answer within ${timeout} ms.`)),
          timeout,
        );
        waiting = {
          request,
          end(answer) {
            clearTimeout(timer);
            waiting = null;
            if (answer instanceof StunError) reject(answer);
            else resolve(answer);
          },
        };
      });
    },
  };
}
