import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach } from 'vitest';

export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** What a test's server answers; a number alone is a status. */
export type Reply =
  | number
  | { readonly status?: number; readonly body: string; readonly headers?: Record<string, string> };

/** A third party's server, on this machine. */
export interface TestReceiver {
  readonly url: string;
  readonly received: Received[];
  /** What it answers from now on. */
  reply: (request: Received) => Reply | Promise<Reply>;
  close(): Promise<void>;
}

export async function createTestReceiver(): Promise<TestReceiver> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const { method = '', url = '', headers } = request;
    const one = { method, url, headers, body: Buffer.concat(parts).toString() };
    received.push(one);
    const reply = await receiver.reply(one);
    const {
      status = 200,
      body = '',
      headers: sent = {},
    } = typeof reply === 'number' ? { status: reply } : reply;
    response.writeHead(status, { 'content-type': 'application/json', ...sent }).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const receiver: TestReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    reply: () => ({ body: '{}' }),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return receiver;
}

/** One for all tests of a file, as new for each of them. Call it at the top of the file. */
export function useTestReceiver(usual: Reply = 200): Omit<TestReceiver, 'close'> {
  let open: TestReceiver | undefined;
  const given = () => {
    if (open === undefined) throw new Error('the receiver is only there while tests run');
    return open;
  };
  beforeAll(async () => {
    open = await createTestReceiver();
  });
  beforeEach(() => {
    given().received.length = 0;
    given().reply = () => usual;
  });
  afterAll(() => open?.close());
  return {
    get url() {
      return given().url;
    },
    get received() {
      return given().received;
    },
    get reply() {
      return given().reply;
    },
    set reply(reply) {
      given().reply = reply;
    },
  };
}
