import type { SocketEnd } from '@kindling/conversation';
import { describe, expect, it } from 'vitest';
import { startSocketServer } from '../../../testing/receivers/socket-server.ts';
import { createHttpOut } from './http-out.ts';

const open = createHttpOut({ allowPrivate: true });
const closed = createHttpOut({ allowPrivate: false });

/** Resolves with the first thing that happens. */
function connect(from: typeof open, url: string, headers = {}) {
  const first = Promise.withResolvers<'open' | SocketEnd>();
  const socket = from.openSocket({
    url,
    headers,
    onOpen: () => first.resolve('open'),
    onText() {},
    onEnd: first.resolve,
  });
  return { socket, first: first.promise };
}

describe('a websocket to an address that a user named', () => {
  it.each(['http', 'ws'])('reaches what is allowed, by %s', async (scheme) => {
    const server = await startSocketServer({});
    const { first, socket } = connect(open, server.url.replace('http', scheme), {
      Host: 'elsewhere.test',
      'X-Own': 'yes',
    });
    expect(await first).toBe('open');
    const [peer] = server.peers;
    expect(peer?.headers).toMatchObject({ 'x-own': 'yes', 'user-agent': 'Kindling' });
    expect(peer?.headers.host).toBe(new URL(server.url).host);
    socket.close();
    expect(await peer?.gone).toBe(1_005);
  });

  it.each(['127.0.0.1', 'localhost', '[::1]', '169.254.169.254'])(
    'reaches nothing of this network, such as %s',
    async (host) => {
      const server = await startSocketServer({});
      const { port } = new URL(server.url);
      const { first } = connect(closed, `ws://${host}:${port}/`);
      expect(await first).toMatchObject({ status: null, cause: { code: 'closed_address' } });
      expect(server.asked).toBe(0);
    },
  );

  it.each(['ftp://example.com', 'ws://user:word@example.com', 'no address'])(
    'is not %s',
    async (url) => {
      const { first } = connect(open, url);
      expect(await first).toMatchObject({ cause: { code: 'bad_url' } });
    },
  );

  it('is not redirected', async () => {
    const server = await startSocketServer({ refuse: () => 307 });
    const { first } = connect(open, server.url);
    expect(await first).toMatchObject({ status: 307 });
    expect(server.asked).toBe(1);
  });

  it('that nobody answers is over', async () => {
    expect(await connect(open, 'ws://127.0.0.1:1/').first).toMatchObject({
      status: null,
      code: null,
      cause: expect.any(Error),
    });
  });

  it('that was closed tells nothing any more', async () => {
    const server = await startSocketServer({});
    const { socket, first } = connect(open, server.url);
    socket.close();
    const settled = await Promise.race([
      first,
      new Promise((resolve) => setImmediate(() => setImmediate(() => resolve('nothing')))),
    ]);
    expect(settled).toBe('nothing');
  });
});
