import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { text } from 'node:stream/consumers';
import { type PeerCertificate, TLSSocket } from 'node:tls';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  /** When it was asked for and when its head was there, epoch ms. */
  readonly askedAt: number;
  readonly answeredAt: number;
  /** Null: it came without TLS. */
  readonly certificate: Certificate | null;
}

export interface Certificate {
  readonly subject: PeerCertificate;
  /** Why nobody trusts it, such as `CERT_HAS_EXPIRED`; null: it is trusted. */
  readonly fault: string | null;
}

export interface AskOptions {
  readonly method?: 'GET' | 'HEAD' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** From the first byte to the last, ms. */
  readonly timeout: number;
  readonly ca?: string | undefined;
}

/**
 * Requests an address without following redirects. Any certificate is accepted; what is wrong with it comes with the
 * answer.
 *
 * @throws the system's error, or a `TimeoutError`
 */
export async function getAnswer(url: string, options: AskOptions): Promise<Answer> {
  const { method = 'GET', headers = {}, body, timeout, ca } = options;
  const askedAt = Date.now();
  const common = { method, headers, agent: false, signal: AbortSignal.timeout(timeout) } as const;
  const sent = url.startsWith('https:')
    ? requestHttps(url, { ...common, rejectUnauthorized: false, ...(ca !== undefined && { ca }) })
    : requestHttp(url, common);
  sent.end(body);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve);
    sent.once('error', reject);
  });
  const answeredAt = Date.now();
  // Before the body: the socket has nothing to tell when it is gone.
  const certificate = certificateOf(response.socket);
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    body: await text(response),
    askedAt,
    answeredAt,
    certificate,
  };
}

function certificateOf(socket: IncomingMessage['socket']): Certificate | null {
  if (!(socket instanceof TLSSocket)) return null;
  // A name that does not fit is a fault of it, too.
  const { authorized, authorizationError } = socket;
  return {
    subject: socket.getPeerCertificate(),
    fault: authorized ? null : String(authorizationError ?? 'unknown'),
  };
}
