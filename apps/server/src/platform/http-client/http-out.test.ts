import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import type { BackoffPlan } from '@kindling/protocol';
import { beforeEach, describe, expect, it } from 'vitest';
import { useTestReceiver } from '../../../testing/receivers/test-receiver.ts';
import { createManualClock } from '../../../testing/server/manual-clock.ts';
import { createHttpOut } from './http-out.ts';
import { createRequestOpener } from './open-request.ts';
import { sendWithBackoff } from './send-with-backoff.ts';
import { isSigned, signBody } from './sign-request.ts';
import { createWebhookSecrets } from './webhook-secrets.ts';

const receiver = useTestReceiver({ body: 'fine' });

const open = createHttpOut({ allowPrivate: true });
const closed = createHttpOut({ allowPrivate: false });

describe('requests to addresses that users name', () => {
  it('are sent and answered', async () => {
    const answer = await open.send({
      url: `${receiver.url}/a?b=1`,
      method: 'POST',
      body: 'hé',
      timeout: 5_000,
      headers: { 'x-own': '1\n' },
    });
    expect(answer).toMatchObject({ status: 200, text: 'fine' });
    expect(receiver.received).toMatchObject([
      { method: 'POST', url: '/a?b=1', body: 'hé', headers: { 'x-own': '1' } },
    ]);
  });

  it('say themselves where they go and how long they are', async () => {
    await open.send({
      url: receiver.url,
      method: 'POST',
      body: 'four',
      timeout: 5_000,
      headers: { Host: 'other.example', 'Content-Length': '1', 'Transfer-Encoding': 'chunked' },
    });
    const [one] = receiver.received;
    expect([one?.headers.host, one?.body]).toEqual([new URL(receiver.url).host, 'four']);
  });

  it.each([
    'http://127.0.0.1:1/',
    'http://[::1]/',
    'http://localhost/',
    'http://10.0.0.1/',
    'http://169.254.169.254/latest/meta-data',
    'http://[::ffff:127.0.0.1]/',
    'http://0x7f000001/',
    'http://2130706433/',
    'http://0177.0.0.1/',
    'http://127.1/',
    'http://127.0.0.1./',
    'http://localhost./',
    'http://a.localhost/',
    'http://\uff11\uff12\uff17.0.0.1/',
    'http://[3fff::1]/',
    'http://[2001:2::1]/',
    'http://[2001:10::1]/',
    'http://[2001:20::1]/',
    'http://[64:ff9b:1::7f00:1]/',
  ])('do not reach %s', async (url) => {
    await expect(closed.send({ url, timeout: 5_000 })).rejects.toMatchObject({
      code: 'closed_address',
      retryable: false,
    });
    await expect(closed.fetch(url)).rejects.toMatchObject({ code: 'closed_address' });
  });

  it.each([
    'ftp://example.org',
    'file:///etc/passwd',
    'http://me:pw@example.org',
    'http://:pw@example.org',
    'http://me@example.org',
    'http://me:@example.org',
    'nonsense',
  ])('are not made of %s', async (url) => {
    await expect(open.send({ url, timeout: 5_000 })).rejects.toMatchObject({ code: 'bad_url' });
    await expect(open.fetch(url)).rejects.toMatchObject({ code: 'bad_url' });
  });

  it('end when the other side changes to another protocol', async () => {
    const other = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () =>
        socket.write(
          'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
        ),
      );
    });
    await once(other.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`;
    const refused = { code: 'unreachable' };
    await expect(open.send({ url, timeout: 5_000 })).rejects.toMatchObject(refused);
    await expect(open.fetch(url)).rejects.toMatchObject(refused);
    other.close();
  });

  it('keep no connection until the other side gives it up: closed-while-sending', async () => {
    const ended = Promise.withResolvers<void>();
    const patient = createHttpServer((_, answer) => answer.end('fine'));
    patient.keepAliveTimeout = 60_000;
    patient.on('connection', (socket) => socket.on('end', () => ended.resolve()));
    await once(patient.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(patient.address() as AddressInfo).port}/`;
    await open.send({ url, timeout: 5_000 });
    // By us: the server would wait for a minute, and says so.
    await ended.promise;
    patient.close();
  });

  it('go to the address that was checked, whatever the name becomes: dns-rebinding', async () => {
    const addresses = ['127.0.0.1', '10.0.0.1'];
    const request = createRequestOpener({
      isAllowedAddress: (address) => address === '127.0.0.1',
      find: async () => [{ address: addresses.shift() ?? '', family: 4 }],
    });
    const named = (url: string) => new URL(url.replace('127.0.0.1', 'rebinding.example'));
    const { body } = await request({ url: named(receiver.url), idleTimeout: 5_000 });
    expect(await text(body)).toBe('fine');
    // One look-up, and the next connection has one of its own.
    expect(addresses).toEqual(['10.0.0.1']);
    const next = { url: named('http://127.0.0.1:1/'), idleTimeout: 5_000 };
    await expect(request(next)).rejects.toMatchObject({ code: 'closed_address' });
  });

  it('are sent once, also where a kept connection is lost: lost-while-sending', async () => {
    let requests = 0;
    const fickle = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', () => {
        requests += 1;
        if (requests === 1) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
        else socket.destroy();
      });
    });
    await once(fickle.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(fickle.address() as AddressInfo).port}/`;
    await open.send({ url, timeout: 5_000 });
    await expect(open.send({ url, timeout: 5_000 })).rejects.toMatchObject({ code: 'unreachable' });
    expect(requests).toBe(2);
    fickle.close();
  });

  it('have the first of headers that may come once, and all of others', async () => {
    const repeating = createHttpServer((_, answer) =>
      answer
        .writeHead(200, ['Content-Type', 'a/b', 'Content-Type', 'c/d', 'X-A', '1', 'X-A', '2'])
        .end('fine'),
    );
    await once(repeating.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(repeating.address() as AddressInfo).port}/`;
    const { headers } = await open.send({ url, timeout: 5_000 });
    expect(headers).toMatchObject({ 'content-type': 'a/b', 'x-a': '1, 2' });
    repeating.close();
  });

  it('end where their answer breaks off, or its reader has enough', async () => {
    const closed = Promise.withResolvers<void>();
    const partial = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', (head) => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\npart');
        if (String(head).startsWith('GET /break')) socket.end();
        else socket.on('close', () => closed.resolve());
      });
    });
    await once(partial.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(partial.address() as AddressInfo).port}`;
    const broken = { code: 'broken_off', retryable: true };
    await expect(open.send({ url: `${url}/break`, timeout: 5_000 })).rejects.toMatchObject(broken);
    await expect((await open.fetch(`${url}/break`)).text()).rejects.toThrow();
    const stop = new AbortController();
    const streamed = await open.fetch(`${url}/stay`, { signal: stop.signal });
    const reader = streamed.body?.getReader();
    expect(String(Buffer.from((await reader?.read())?.value ?? []))).toBe('part');
    stop.abort(new Error('enough'));
    await expect(reader?.read()).rejects.toThrow('enough');
    await closed.promise;
    partial.close();
  });

  it('are over where the answer is none', async () => {
    const gone = Promise.withResolvers<void>();
    const server = createServer((socket) => {
      socket.once('close', () => gone.resolve());
      socket.on('error', () => undefined);
      socket.once('data', () =>
        socket.write('HTTP/1.1 999 Denied\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbusy\r\n'),
      );
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const answer = open.fetch(`http://127.0.0.1:${port}/`);
    await expect(answer).rejects.toThrow('999');
    await gone.promise;
    server.close();
  });

  it('do not follow where they are sent on to', async () => {
    receiver.reply = () => ({ status: 302, body: '', headers: { location: '/b' } });
    expect(await open.send({ url: receiver.url, timeout: 5_000 })).toMatchObject({ status: 302 });
    await expect(open.fetch(receiver.url)).rejects.toMatchObject({ code: 'unreachable' });
    expect(receiver.received).toHaveLength(2);
  });

  it('give up on an answer that is too long, or never comes', async () => {
    receiver.reply = () => ({ body: 'x'.repeat(5_000) });
    await expect(
      open.send({ url: receiver.url, timeout: 5_000, mostBytes: 4_999 }),
    ).rejects.toMatchObject({ code: 'too_large' });
    receiver.reply = () => new Promise(() => {});
    await expect(open.send({ url: receiver.url, timeout: 50 })).rejects.toMatchObject({
      code: 'timed_out',
      retryable: true,
    });
  });

  it('end with their signal', async () => {
    receiver.reply = () => new Promise(() => {});
    const controller = new AbortController();
    const sent = open.send({ url: receiver.url, timeout: 5_000, signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(sent).rejects.toThrow('enough');
  });

  it('can be read as they come', async () => {
    const response = await open.fetch(receiver.url, { method: 'POST', body: '{}' });
    expect([response.status, await response.text()]).toEqual([200, 'fine']);
  });
});

describe('requests that fail', () => {
  const send = (plan: BackoffPlan | null) =>
    sendWithBackoff(() => ({ url: receiver.url, timeout: 5_000 }), {
      http: open,
      plan,
      signal: new AbortController().signal,
      clock: { ...createManualClock(), schedule: (delay, callback) => wait(delay, callback) },
    });
  let waits: number[] = [];
  const wait = (delay: number, callback: () => void) => {
    waits.push(delay);
    queueMicrotask(callback);
    return () => {};
  };
  beforeEach(() => {
    waits = [];
  });

  it('are sent once without a plan', async () => {
    receiver.reply = () => 503;
    expect(await send(null)).toMatchObject({ status: 503 });
    expect(receiver.received).toHaveLength(1);
  });

  it('are sent again as the plan says', async () => {
    receiver.reply = () => (receiver.received.length < 4 ? 503 : 200);
    const plan = { type: 'exponential', maxRetries: 5, baseDelaySeconds: 2 } as const;
    expect(await send(plan)).toMatchObject({ status: 200 });
    expect(waits).toEqual([2_000, 4_000, 8_000]);
    receiver.received.length = 0;
    await send({ type: 'fixed', maxRetries: 3, baseDelaySeconds: 1 });
    expect(waits.slice(3)).toEqual([1_000, 1_000, 1_000]);
  });

  it('are not sent again when the request itself was wrong', async () => {
    receiver.reply = () => 422;
    expect(await send({ maxRetries: 3 })).toMatchObject({ status: 422 });
    expect(receiver.received).toHaveLength(1);
  });
});

describe('a signature', () => {
  const now = 1_000_000;
  const options = { now, tolerance: 60_000 };

  it('holds for its body, its secret and its time', () => {
    const signature = signBody('s', 'body', now);
    expect(isSigned('s', 'body', signature, options)).toBe(true);
    expect(isSigned('s', 'body.', signature, options)).toBe(false);
    expect(isSigned('z', 'body', signature, options)).toBe(false);
    expect(isSigned('s', 'body', signature, { ...options, now: now + 61_000 })).toBe(false);
    expect(isSigned('s', 'body', 'nonsense', options)).toBe(false);
  });

  it('is made with a secret of each organisation', () => {
    const secrets = createWebhookSecrets(Buffer.alloc(32, 1));
    expect(secrets.of('a')).toBe(secrets.of('a'));
    expect(secrets.of('a')).not.toBe(secrets.of('b'));
    expect(secrets.of('a')).not.toBe(createWebhookSecrets(Buffer.alloc(32, 2)).of('a'));
  });
});
